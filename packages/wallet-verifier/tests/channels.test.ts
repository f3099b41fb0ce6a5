import { beforeAll, describe, expect, test } from "vitest";
import {
  annexCTranscript,
  issueWithAuth0,
  presentWithAuth0,
  sealResponse,
} from "../../../tests/support/wallet/auth0-wallet.ts";
import { NOW } from "../../../tests/support/wallet/authority.ts";
import { issueMdoc } from "../../../tests/support/wallet/mdoc-wallet.ts";
import { answer, asCredential, asForm, type Held } from "../../../tests/support/wallet/openid4vp-wallet.ts";
import { issueSdJwt } from "../../../tests/support/wallet/sd-jwt-wallet.ts";
import { createWorld, ORIGIN, type World } from "../../../tests/support/wallet/world.ts";
import {
  EU_AGE_VERIFICATION,
  GOOGLE_ID_PASS,
  MOBILE_DRIVING_LICENCE,
  PHOTO_ID,
  PID_MDOC,
  PID_SD_JWT,
} from "../src/credential-type.ts";
import { signedLink, signedLinkRequest } from "../src/openid4vp/link.ts";
import { signedDcApiRequest, unsignedDcApiRequest } from "../src/openid4vp/request.ts";
import { verifyWalletResponse } from "../src/verify-response.ts";

// Wallets that share no code with the verifier answer its requests, in every channel and format.

const elementsOf = (isOver: boolean) => ({ age_over_16: true, age_over_18: isOver, age_over_21: false });

const holdMdoc = async (
  world: World,
  type: { type: string; nameSpace: string },
  isOver = true,
): Promise<Held> => ({
  mdoc: await issueMdoc({
    docType: type.type,
    nameSpace: type.nameSpace,
    elements: elementsOf(isOver),
    signer: world.signer,
  }),
});

const holdSdJwt = async (world: World, isOver = true): Promise<Held> => ({
  sdJwt: await issueSdJwt({ vct: PID_SD_JWT.type, ages: { 16: true, 18: isOver }, signer: world.signer }),
});

const CREDENTIALS: [string, (world: World, isOver?: boolean) => Promise<Held>, string][] = [
  [
    "the EU's proof of age",
    (world, isOver) => holdMdoc(world, EU_AGE_VERIFICATION, isOver),
    EU_AGE_VERIFICATION.type,
  ],
  [
    "a driving licence",
    (world, isOver) => holdMdoc(world, MOBILE_DRIVING_LICENCE, isOver),
    MOBILE_DRIVING_LICENCE.type,
  ],
  ["a PID as mdoc", (world, isOver) => holdMdoc(world, PID_MDOC, isOver), PID_MDOC.type],
  ["a photo ID", (world, isOver) => holdMdoc(world, PHOTO_ID, isOver), PHOTO_ID.type],
  ["Google's ID pass", (world, isOver) => holdMdoc(world, GOOGLE_ID_PASS, isOver), GOOGLE_ID_PASS.type],
  ["a PID as SD-JWT", holdSdJwt, PID_SD_JWT.type],
];

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
const context = () => ({ anchors: world.anchors, now: NOW });

const proofOf = (credentialType: string, isOver: boolean) => ({
  ok: true,
  value: {
    minimumAge: 18,
    isOver,
    band: isOver ? { atLeast: 18, below: null } : { atLeast: null, below: 18 },
    credentialType,
    trustLabel: "Utopia",
    disclosedMore: false,
  },
});

describe("a link for the EU's app", () => {
  test.each([true, false])("proves %s", async (isOver) => {
    const { link, expectation } = world.eu;
    const parameters = await answer(link, await holdMdoc(world, EU_AGE_VERIFICATION, isOver));
    expect(parameters).toMatchObject({ state: expectation.state });
    const result = await verifyWalletResponse(asForm(parameters), expectation, context());
    expect(result).toEqual(proofOf(EU_AGE_VERIFICATION.type, isOver));
  });

  test("is answered in the bracketed form and without an array by older apps", async () => {
    const { link, expectation } = world.eu;
    const { vp_token: vpToken } = await answer(link, await holdMdoc(world, EU_AGE_VERIFICATION));
    const [presentation] = Object.values(vpToken ?? {}).flat();
    const bracketed = asForm({ "vp_token[proof_of_age]": presentation });
    const bare = asForm({ vp_token: { proof_of_age: presentation }, state: expectation.state });
    for (const body of [bracketed, bare]) {
      expect(await verifyWalletResponse(body, expectation, context())).toMatchObject({ ok: true });
    }
  });
});

describe.each(CREDENTIALS)("%s", (_name, hold, credentialType) => {
  test.each([true, false])("by a signed link proves %s", async (isOver) => {
    const { signed, requestSigner } = world;
    const parameters = await answer(
      signedLink(signed, `${ORIGIN}/openid4vp/request/tx1`),
      await hold(world, isOver),
      {
        fetchRequest: (walletNonce) => signedLinkRequest(signed, requestSigner, walletNonce),
      },
    );
    expect(Object.keys(parameters)).toEqual(["response"]);
    const result = await verifyWalletResponse(asForm(parameters), signed, context());
    expect(result).toEqual(proofOf(credentialType, isOver));
  });

  test.each([true, false])("by the Digital Credentials API, unsigned, proves %s", async (isOver) => {
    const { protocol, data } = unsignedDcApiRequest(world.dcApi);
    const parameters = await answer({ ...data }, await hold(world, isOver), { origin: ORIGIN });
    const result = await verifyWalletResponse(asCredential(protocol, parameters), world.dcApi, context());
    expect(result).toEqual(proofOf(credentialType, isOver));
  });

  test("by the Digital Credentials API, signed", async () => {
    const expectation = { ...world.dcApi, protocol: "openid4vp-v1-signed" as const };
    const { protocol, data } = signedDcApiRequest(expectation, world.requestSigner);
    const parameters = await answer({ ...data }, await hold(world), { origin: ORIGIN });
    const result = await verifyWalletResponse(asCredential(protocol, parameters), expectation, context());
    expect(result).toEqual(proofOf(credentialType, true));
  });
});

describe("org-iso-mdoc", () => {
  const seal = async (deviceResponse: Uint8Array, transcript: Uint8Array) =>
    asCredential("org-iso-mdoc", await sealResponse(deviceResponse, world.isoMdoc.key.publicJwk, transcript));

  test.each([
    ["age_over_21 answers for 18", { age_over_16: true, age_over_21: true }, true],
    ["age_over_16 = false answers for 18", { age_over_16: false, age_over_21: false }, false],
    ["age_over_18 answers itself", elementsOf(true), true],
  ])(
    "with a licence of @auth0/mdl, which finds the nearest age itself: %s",
    async (_name, elements, isOver) => {
      const held = await issueWithAuth0(world.signer, elements);
      const transcript = annexCTranscript(world.isoMdoc.encryptionInfo, ORIGIN);
      const body = await seal(await presentWithAuth0(held, ["age_over_18"], transcript), transcript);
      expect(await verifyWalletResponse(body, world.isoMdoc, context())).toEqual(
        proofOf(MOBILE_DRIVING_LICENCE.type, isOver),
      );
    },
  );
});
