import { decode, Tagged } from "cborg";
import { beforeAll, describe, expect, test } from "vitest";
import { walletSettings } from "#methods/wallet/settings.ts";
import {
  EU_AGE_VERIFICATION,
  isMdoc,
  type MdocType,
  ownType,
} from "../../../../packages/wallet-verifier/src/credential-type.ts";
import { readExpectation, storeExpectation } from "../../../../packages/wallet-verifier/src/expectation.ts";
import { dcqlQuery } from "../../../../packages/wallet-verifier/src/openid4vp/dcql.ts";
import { isoMdocRequest } from "../../../../packages/wallet-verifier/src/openid4vp/iso-mdoc.ts";
import { unsignedDcApiRequest } from "../../../../packages/wallet-verifier/src/openid4vp/request.ts";
import { TEST_ANCHORS } from "../../../../packages/wallet-verifier/src/trust/test-anchors.ts";
import { verifyWalletResponse } from "../../../../packages/wallet-verifier/src/verify-response.ts";
import { waysOf } from "../../../../packages/wallet-verifier/src/ways.ts";
import { NOW } from "../../../support/wallet/authority.ts";
import { issueMdoc } from "../../../support/wallet/mdoc-wallet.ts";
import { answer, asCredential, type Held } from "../../../support/wallet/openid4vp-wallet.ts";
import { issueSdJwt } from "../../../support/wallet/sd-jwt-wallet.ts";
import { createWorld, ORIGIN, type World } from "../../../support/wallet/world.ts";

// Credentials that a deployment describes by itself: asked for and verified as those that each one knows.

const mdocOf = (name: string, own: Parameters<typeof ownType>[1]): MdocType => {
  const type = ownType(name, own);
  if (!isMdoc(type)) throw new Error("no mdoc");
  return type;
};
const PHOTO_ID = mdocOf("photo_id", {
  docType: "org.iso.23220.photoid.1",
  namespace: "org.iso.23220.1",
  element: "age_over_NN",
});
const AADHAAR = mdocOf("aadhaar", {
  docType: "in.gov.uidai.aadhaar.1",
  namespace: "in.gov.uidai.aadhaar.1",
  element: { age_above18: 18, age_above60: 60 },
});
const CLUB = ownType("club_card", { vct: "https://club.example/card", claim: "age_equal_or_over" });

let world: World;
beforeAll(async () => {
  world = await createWorld();
});

const hold = async (type: MdocType, elements: Record<string, unknown>): Promise<Held> => ({
  mdoc: await issueMdoc({ docType: type.type, nameSpace: type.nameSpace, elements, signer: world.signer }),
});

/** Asks over the Digital Credentials API, and judges what a wallet of others answers. */
const prove = async (type: MdocType | typeof CLUB, held: Held, minimumAge = 18) => {
  const asked = { ...world.dcApi, types: [type], minimumAge };
  // As it is kept in between: by the type's id.
  const expectation = readExpectation(storeExpectation(asked), [EU_AGE_VERIFICATION, type]);
  if (expectation?.channel !== "dc_api") throw new Error("another question");
  const { protocol, data } = unsignedDcApiRequest(expectation);
  const parameters = await answer({ ...data }, held, { origin: ORIGIN });
  return verifyWalletResponse(asCredential(protocol, parameters), expectation, {
    anchors: [world.authority.anchor(type.type)],
    now: NOW,
  });
};

describe("a type of one's own", () => {
  test.each([true, false])("by the name of its elements proves %s", async (isOver) => {
    const held = await hold(PHOTO_ID, { age_over_18: isOver });
    expect(await prove(PHOTO_ID, held)).toMatchObject({
      ok: true,
      value: { isOver, credentialType: "org.iso.23220.photoid.1", disclosedMore: false },
    });
  });

  test("by single elements proves what each says, and nothing of what only looks like one", async () => {
    const over = await hold(AADHAAR, { age_above18: true, age_above60: false });
    expect(await prove(AADHAAR, over)).toMatchObject({ ok: true, value: { isOver: true } });
    expect(await prove(AADHAAR, await hold(AADHAAR, { age_above18: false }))).toMatchObject({
      ok: true,
      value: { isOver: false },
    });
    for (const elements of [{ age_above18: "true" }, { age_above18: 1 }]) {
      expect(await prove(AADHAAR, await hold(AADHAAR, elements))).toEqual({
        ok: false,
        code: "age_undetermined",
      });
    }
  });

  test("as SD-JWT by its claim", async () => {
    const sdJwt = await issueSdJwt({ vct: CLUB.type, ages: { 18: true }, signer: world.signer });
    expect(await prove(CLUB, { sdJwt })).toMatchObject({ ok: true, value: { isOver: true } });
  });

  test("counts by anchors for it, and by none for another type", async () => {
    const asked = { ...world.dcApi, types: [AADHAAR] };
    const { protocol, data } = unsignedDcApiRequest(asked);
    const held = await hold(AADHAAR, { age_above18: true });
    const body = asCredential(protocol, await answer({ ...data }, held, { origin: ORIGIN }));
    const result = await verifyWalletResponse(body, asked, { anchors: world.anchors, now: NOW });
    expect(result).toEqual({ ok: false, code: "untrusted_issuer" });
  });

  test("is asked for what it has and no more", () => {
    const pathsOf = (type: MdocType, minimumAge: number, thresholds?: number[]) =>
      dcqlQuery([type], { minimumAge, thresholds }).credentials.map(({ claims }) =>
        claims.map(({ path }) => path.at(-1)),
      );
    expect(pathsOf(AADHAAR, 18)).toEqual([["age_above18", "age_above60"]]);
    expect(pathsOf(AADHAAR, 16, [16, 18])).toEqual([["age_above18", "age_above60"]]);
    expect(pathsOf(AADHAAR, 21)).toEqual([["age_above60"]]);
    expect(pathsOf(PHOTO_ID, 18)).toEqual([["age_over_18", "age_over_21"]]);
    const elementsOf = (type: MdocType, minimumAge: number) => {
      const { deviceRequest } = isoMdocRequest({ ...world.isoMdoc, minimumAge }, type).data;
      const bytes = new Uint8Array(Buffer.from(deviceRequest, "base64url"));
      return JSON.stringify(
        Buffer.from(bytes)
          .toString("latin1")
          .match(/age_\w+?\d\d/g) ?? decode(bytes, { useMaps: true, tags: Tagged.preserve(24) }),
      );
    };
    expect(elementsOf(AADHAAR, 16)).toBe('["age_above18"]');
    expect(elementsOf(PHOTO_ID, 18)).toBe('["age_over_18"]');
  });

  test("that cannot prove the age is not asked for at all", async () => {
    const settings = { types: [AADHAAR, PHOTO_ID], requestSigner: null };
    const anchors = settings.types.map(({ type }) => world.authority.anchor(type));
    const typesFor = async (minimumAge: number) => {
      const asked = { mode: "live", canSign: true, minimumAge } as const;
      const { types } = await waysOf({ settings, anchorsFor: async () => anchors }, asked, NOW);
      return types.map(({ id }) => id);
    };
    expect(await typesFor(60)).toEqual(["aadhaar", "photo_id"]);
    expect(await typesFor(61)).toEqual(["photo_id"]);
  });
});

describe("the settings", () => {
  const choices = { otherwise: "refuse", byCredential: {} } as const;
  const made = walletSettings({
    credentials: ["mdl", "eu_av"],
    own: {
      photo_id: { docType: PHOTO_ID.type, namespace: PHOTO_ID.nameSpace, element: "age_over_NN" },
    },
    requestSigner: null,
    demoUrl: null,
    status: {
      credentials: ["eu_av", "photo_id"],
      hosts: ["status.example.com"],
      maxAgeMs: 10_000,
      whenUnreachable: choices,
      whenMissing: { otherwise: "refuse", byCredential: { eu_av: "accept" } },
    },
  });

  test("ask for those that each deployment knows, and then for its own", () => {
    expect(made.types.map(({ id }) => id)).toEqual(["mdl", "proof_of_age", "photo_id"]);
    expect(made.types.at(-1)).toEqual(PHOTO_ID);
    expect(TEST_ANCHORS.map(({ credentialType }) => credentialType)).not.toContain(AADHAAR.type);
  });

  test("say by type what counts where a status is missing", () => {
    expect(made.status).toMatchObject({
      types: [EU_AGE_VERIFICATION.type, PHOTO_ID.type],
      exceptions: {
        [EU_AGE_VERIFICATION.type]: { whenMissing: "accept", whenUnreachable: "refuse" },
        [PHOTO_ID.type]: { whenMissing: "refuse", whenUnreachable: "refuse" },
      },
    });
  });
});
