import { decode } from "cborg";
import { beforeAll, describe, expect, test } from "vitest";
import type { WalletProofs } from "#core/tenant.ts";
import { walletSettings } from "#methods/wallet/settings.ts";
import {
  EU_AGE_VERIFICATION,
  type MdocType,
  MOBILE_DRIVING_LICENCE,
  PID_SD_JWT,
} from "../../../../packages/wallet-verifier/src/credential-type.ts";
import { readSealedExpectations } from "../../../../packages/wallet-verifier/src/expectation.ts";
import {
  isoMdocRequest,
  thresholdsAsked,
} from "../../../../packages/wallet-verifier/src/openid4vp/iso-mdoc.ts";
import { unsignedDcApiRequest } from "../../../../packages/wallet-verifier/src/openid4vp/request.ts";
import { askWallet, type WalletAsking } from "../../../../packages/wallet-verifier/src/question.ts";
import { provableAges, waysOf } from "../../../../packages/wallet-verifier/src/ways.ts";
import { circuitsFrom } from "../../../../packages/wallet-verifier/src/zk/circuits.ts";
import { type ProofSettings, proofAsking } from "../../../../packages/wallet-verifier/src/zk/offer.ts";
import { NOW } from "../../../support/wallet/authority.ts";
import { asking, CIRCUITS, dcApiFor, HASHES, isoMdocFor, label } from "../../../support/wallet/proofs.ts";
import { createWorld, ORIGIN, type World } from "../../../support/wallet/world.ts";

// What wallets are asked for where zero-knowledge proofs are possible, to the byte, and that nothing changes where they are not.

let world: World;
beforeAll(async () => {
  world = await createWorld();
});

const bytesIn = (value: unknown): Uint8Array =>
  value instanceof Uint8Array ? value : expect.fail("no bytes where some are expected");

const decodeAll = (bytes: Uint8Array): unknown =>
  decode(bytes, { useMaps: true, tags: { 24: (content) => decodeAll(bytesIn(content())) } });

const deviceRequestOf = (
  type: MdocType,
  policy: "prefer" | "require" | null,
  asked: { minimumAge?: number } = {},
  circuits = CIRCUITS,
) => {
  const expectation = isoMdocFor(world, type, policy && asking(policy, circuits), asked);
  return Buffer.from(isoMdocRequest(expectation, type).data.deviceRequest, "base64url");
};

const spec = (hash: string, [version, attributes, encHash, encSig]: [number, number, number, number]) =>
  new Map<string, unknown>([
    ["zkSystemId", `longfellow-libzk-v1_${version}_${attributes}_${encHash}_${encSig}_${hash}`],
    ["system", "longfellow-libzk-v1"],
    [
      "params",
      new Map<string, unknown>([
        ["circuit_hash", hash],
        ["version", version],
        ["num_attributes", attributes],
        ["block_enc_hash", encHash],
        ["block_enc_sig", encSig],
      ]),
    ],
  ]);

const requestFor = (elements: string[], systemSpecs: unknown[], zkRequired: boolean) =>
  new Map<string, unknown>([
    ["version", "1.1"],
    [
      "docRequests",
      [
        new Map([
          [
            "itemsRequest",
            new Map<string, unknown>([
              ["docType", EU_AGE_VERIFICATION.type],
              [
                "nameSpaces",
                new Map([[EU_AGE_VERIFICATION.nameSpace, new Map(elements.map((name) => [name, false]))]]),
              ],
              [
                "requestInfo",
                new Map([
                  [
                    "zkRequest",
                    new Map<string, unknown>([
                      ["systemSpecs", systemSpecs],
                      ["zkRequired", zkRequired],
                    ]),
                  ],
                ]),
              ],
            ]),
          ],
        ]),
      ],
    ],
  ]);

describe("org-iso-mdoc", () => {
  const SIX = spec(HASHES.six, [6, 1, 4096, 2945]);
  const SEVEN = spec(HASHES.seven, [7, 1, 4151, 4096]);
  const SIX_TWO = spec(HASHES.sixTwo, [6, 2, 4025, 2945]);

  test.each([
    ["prefer", false],
    ["require", true],
  ] as const)(
    "%s: requestInfo in the ItemsRequest names the circuits for one element",
    (policy, isRequired) => {
      expect(decodeAll(deviceRequestOf(EU_AGE_VERIFICATION, policy))).toEqual(
        requestFor(["age_over_18"], [SIX, SEVEN], isRequired),
      );
    },
  );

  test.each([
    [16, [SIX, SEVEN]],
    [15, [SIX, SEVEN]],
  ])(
    "required, for %i: the one element that EU wallets have for certain, whatever else is allowed",
    (minimumAge, circuits) => {
      expect(decodeAll(deviceRequestOf(EU_AGE_VERIFICATION, "require", { minimumAge }))).toEqual(
        requestFor(["age_over_18"], circuits, true),
      );
    },
  );

  test("required, with a threshold of the tenant's own: both elements, where a circuit proves two", () => {
    const elementsFor = (minimumAge: number, thresholds: number[], circuits = CIRCUITS) =>
      isoMdocFor(world, EU_AGE_VERIFICATION, asking("require", circuits), { minimumAge, thresholds }).proofs
        ?.types[EU_AGE_VERIFICATION.type]?.elements;
    expect(elementsFor(18, [21])).toEqual(["age_over_18", "age_over_21"]);
    expect(elementsFor(16, [18])).toEqual(["age_over_16", "age_over_18"]);
    expect(elementsFor(16, [21])).toEqual(["age_over_18"]);
    const single = CIRCUITS.filter(({ attributes }) => attributes === 1);
    expect(elementsFor(18, [21], single)).toEqual(["age_over_18"]);
    const two = CIRCUITS.filter(({ attributes }) => attributes === 2);
    expect(elementsFor(16, [], two)).toEqual(["age_over_16", "age_over_18"]);
  });

  test("preferred: exactly the elements of the plain request, or no proof", () => {
    for (const minimumAge of [14, 16, 18, 20, 21, 25])
      for (const thresholds of [[], [16], [18], [21], [16, 18], [18, 21]]) {
        const asked = { minimumAge, thresholds };
        const { proofs } = isoMdocFor(world, EU_AGE_VERIFICATION, asking("prefer"), asked);
        const plain = thresholdsAsked(EU_AGE_VERIFICATION, asked).map((age) => `age_over_${age}`);
        expect(proofs?.types[EU_AGE_VERIFICATION.type]?.elements).toEqual(plain);
      }
  });

  test("two elements: only circuits that prove two", () => {
    expect(decodeAll(deviceRequestOf(EU_AGE_VERIFICATION, "prefer", { minimumAge: 16 }))).toEqual(
      requestFor(["age_over_16", "age_over_18"], [SIX_TWO], false),
    );
  });

  test("two elements and no circuit for two: a preferred proof is not asked for, a required one is about one", () => {
    const single = CIRCUITS.filter(({ attributes }) => attributes === 1);
    const asked = { minimumAge: 16 };
    expect(deviceRequestOf(EU_AGE_VERIFICATION, "prefer", asked, single)).toEqual(
      deviceRequestOf(EU_AGE_VERIFICATION, null, asked),
    );
    expect(decodeAll(deviceRequestOf(EU_AGE_VERIFICATION, "require", asked, single))).toEqual(
      requestFor(["age_over_18"], [SIX, SEVEN], true),
    );
    const own: MdocType = { ...EU_AGE_VERIFICATION, element: { over16: 16, over21: 21 } };
    const expectation = isoMdocFor(world, own, asking("require", single), asked);
    expect(expectation.proofs?.types[own.type]?.elements).toEqual(["over16"]);
  });
});

describe("OpenID4VP", () => {
  const queryOf = (policy: "prefer" | "require" | null) =>
    unsignedDcApiRequest(dcApiFor(world, policy && asking(policy))).data.dcql_query;

  test("asks for mso_mdoc_zk with the circuits, and for the credential after it", () => {
    const query = queryOf("prefer");
    expect(query.credentials[0]).toEqual({
      id: "proof_of_age-zk",
      format: "mso_mdoc_zk",
      meta: {
        doctype_value: "eu.europa.ec.av.1",
        zk_system_type: [
          {
            system: "longfellow-libzk-v1",
            id: label(HASHES.six),
            circuit_hash: HASHES.six,
            num_attributes: 1,
            version: 6,
            block_enc_hash: 4096,
            block_enc_sig: 2945,
          },
          {
            system: "longfellow-libzk-v1",
            id: label(HASHES.seven),
            circuit_hash: HASHES.seven,
            num_attributes: 1,
            version: 7,
            block_enc_hash: 4151,
            block_enc_sig: 4096,
          },
        ],
        verifier_message: "challenge",
      },
      claims: [{ id: "a18", path: ["eu.europa.ec.av.1", "age_over_18"], intent_to_retain: false }],
    });
    expect(query.credential_sets).toEqual([
      { options: [["proof_of_age-zk"], ["mdl-zk"], ["proof_of_age"], ["mdl"]] },
    ]);
    const plain = queryOf(null);
    expect(query.credentials.slice(2)).toEqual(plain.credentials);
  });

  test("preferred: a proof says no more than the plain answer of a wallet that has the same elements", () => {
    for (const minimumAge of [14, 16, 18, 21])
      for (const thresholds of [[], [16, 18], [18, 21], [16, 18, 21]]) {
        const { dcql_query: query } = unsignedDcApiRequest(
          dcApiFor(world, asking("prefer"), minimumAge, thresholds),
        ).data;
        const [proof] = query.credentials;
        const plain = query.credentials.find(({ id }) => id === "proof_of_age");
        expect(proof?.id).toBe("proof_of_age-zk");
        const first = plain?.claim_sets?.[0] ?? plain?.claims.map(({ id }) => id);
        expect(proof?.claims.map(({ id }) => id)).toEqual(first);
      }
  });

  test("required, for 16: the one element that decides and that every issuer attests", () => {
    const { dcql_query: query } = unsignedDcApiRequest(dcApiFor(world, asking("require"), 16)).data;
    expect(query.credentials.map(({ claims }) => claims.map(({ id }) => id))).toEqual([["a18"], ["a18"]]);
  });

  test("required: asks for proofs alone", () => {
    expect(queryOf("require").credentials.map(({ format }) => format)).toEqual([
      "mso_mdoc_zk",
      "mso_mdoc_zk",
    ]);
  });
});

const settingsOf = (proofs: ProofSettings | null) => ({
  types: [EU_AGE_VERIFICATION, MOBILE_DRIVING_LICENCE, PID_SD_JWT],
  requestSigner: world.requestSigner,
  ...(proofs ? { proofs } : {}),
});

const askingOf = (proofs: ProofSettings | null, own: WalletProofs | null = null): WalletAsking => {
  const anchors = async (types: readonly string[]) =>
    world.anchors.filter(({ credentialType }) => types.includes(credentialType));
  return {
    settings: settingsOf(proofs),
    publicUrl: ORIGIN,
    // The same each time, so that two questions differ only where they are meant to.
    random: (size) => new Uint8Array(size).fill(7),
    anchorsFor: anchors,
    walletProofsOf: async () => own,
  };
};

const provable = ({ settings, anchorsFor }: WalletAsking, own: WalletProofs | null) =>
  provableAges(settings, NOW, own, anchorsFor);

const expiresAt = new Date(NOW.getTime() + 600_000);
const askBrowser = async (given: WalletAsking, mode: "live" | "test" = "live", minimumAge = 18) =>
  askWallet(
    given,
    { channel: "dc_api", id: "wtx_1", expiresAt },
    { now: NOW, minimumAge, mode, tenantId: "ten_1" },
  );

const possible = (policy: WalletProofs, circuits = CIRCUITS): ProofSettings => ({
  policy,
  verifier: "stand-in",
  circuits,
  typesWithStatus: [],
});

/** A question without what is made for it alone: keys, and what names them. */
const shapeOf = (question: Awaited<ReturnType<typeof askBrowser>>) => {
  const text = JSON.stringify(question, (key, value) => {
    if (key === "request")
      return JSON.parse(Buffer.from(String(value).split(".")[1] ?? "", "base64url").toString());
    if (key === "encryptionInfo" || key === "jwks") return key;
    if (key !== "kept") return value;
    return JSON.parse(value).map((one: string) => {
      const { key: _key, encryptionInfo: _info, ...rest } = JSON.parse(one);
      return rest;
    });
  });
  return text;
};

describe("where proofs are not possible or not wanted", () => {
  test("requests and what is kept of them are the same to the byte, keys apart", async () => {
    const before = shapeOf(await askBrowser(askingOf(null)));
    // Names alone: the hash of a certificate can spell it.
    expect(before).not.toMatch(/"[a-z_]*zk[a-z_]*"/);
    expect(before).not.toContain("proofs");
    expect(shapeOf(await askBrowser(askingOf(null, "prefer")))).toBe(before);
    expect(shapeOf(await askBrowser(askingOf(possible("off"))))).toBe(before);
    expect(shapeOf(await askBrowser(askingOf(possible("require"), "off")))).toBe(before);
    expect(shapeOf(await askBrowser(askingOf(possible("prefer", []))))).toBe(before);
    const status = {
      ...possible("prefer"),
      typesWithStatus: [EU_AGE_VERIFICATION.type, MOBILE_DRIVING_LICENCE.type],
    };
    expect(shapeOf(await askBrowser(askingOf(status)))).toBe(before);
    expect(shapeOf(await askBrowser(askingOf(possible("prefer"))))).not.toBe(before);
  });

  test("test mode asks for none: the demo wallet makes none, and its issuer proves nothing", async () => {
    const before = shapeOf(await askBrowser(askingOf(null), "test"));
    expect(shapeOf(await askBrowser(askingOf(possible("require")), "test"))).toBe(before);
  });
});

describe("a tenant's choice", () => {
  test.each<[WalletProofs, WalletProofs | null, WalletProofs]>([
    ["off", null, "off"],
    ["off", "prefer", "prefer"],
    ["prefer", null, "prefer"],
    ["prefer", "off", "off"],
    ["prefer", "require", "require"],
    ["require", "prefer", "prefer"],
  ])("deployment %s, tenant %s: %s", (policy, own, counts) => {
    expect(proofAsking(possible(policy), own, "live")?.policy ?? "off").toBe(counts);
    expect(proofAsking(null, own, "live")?.policy ?? null).toBe(own === "require" ? own : null);
  });

  test("reaches the request, and the answer is checked against it", async () => {
    const question = await askBrowser(askingOf(possible("off"), "require"));
    const kept = readSealedExpectations(question?.kept ?? "", settingsOf(null).types);
    const channels = kept.map((one) =>
      "proofs" in one ? [one.channel, one.proofs?.isRequired] : [one.channel],
    );
    expect(channels).toEqual([
      ["dc_api", true],
      ["dc_api", true],
      ["iso_mdoc", true],
      ["iso_mdoc", true],
    ]);
    // Each request of org-iso-mdoc takes a proof of the one type that it asks for.
    const types = kept.flatMap((one) =>
      one.channel === "iso_mdoc" ? [Object.keys(one.proofs?.types ?? {})] : [],
    );
    expect(types).toEqual([[EU_AGE_VERIFICATION.type], [MOBILE_DRIVING_LICENCE.type]]);
  });
});

describe("a required proof", () => {
  const ways = (proofs: ProofSettings | null, walletProofs: WalletProofs | null, minimumAge = 18) =>
    waysOf(askingOf(proofs), { mode: "live", canSign: true, minimumAge, walletProofs }, NOW);

  test("is asked for over the Digital Credentials API alone, and of types that have one", async () => {
    const required = await ways(possible("prefer"), "require");
    expect(required.apps).toEqual([]);
    expect(required.types.map(({ id }) => id)).toEqual(["proof_of_age", "mdl"]);
    const preferred = await ways(possible("prefer"), null);
    expect(preferred.apps).toEqual(["eu", "openid4vp"]);
    expect(preferred.types.map(({ id }) => id)).toEqual(["proof_of_age", "mdl", "pid_sd_jwt"]);
    const given = askingOf(possible("require"));
    const link = { channel: "link", app: "eu", id: "wtx_1", expiresAt } as const;
    expect(
      await askWallet(given, link, { now: NOW, minimumAge: 18, mode: "live", tenantId: "t" }),
    ).toBeNull();
  });

  test("by a tenant's own choice: no wallet is offered where the operator's settings have gone missing", async () => {
    expect(await ways(null, "require")).toMatchObject({ types: [], apps: [] });
    const { canProve, whyNone } = await provable(askingOf(null), "require");
    expect([canProve(18), whyNone]).toEqual([false, "no_proof"]);
    expect(await askBrowser(askingOf(null, "require"))).toBeNull();
    expect(await askBrowser(askingOf(null, "require"), "test")).not.toBeNull();
  });

  test("that no circuit can give is never asked for, and no wallet is offered", async () => {
    const twoOnly = CIRCUITS.filter(({ attributes }) => attributes === 2);
    expect((await ways(possible("require", twoOnly), null)).types).toEqual([]);
    const provableBy = (policy: WalletProofs, own: WalletProofs | null = null) =>
      provable(askingOf(possible(policy, twoOnly)), own);
    expect((await provableBy("require")).canProve(18)).toBe(false);
    expect((await provableBy("require")).canProve(16)).toBe(true);
    expect((await provableBy("prefer")).canProve(18)).toBe(true);
    expect((await provableBy("require", "off")).canProve(18)).toBe(true);
    expect((await provableBy("off", "require")).canProve(18)).toBe(false);
    expect(await askBrowser(askingOf(possible("require", twoOnly)))).toBeNull();
  });
});

describe("the allow-list", () => {
  test("a published circuit needs its hash alone, another one its parameters", () => {
    const parameters = { version: 8, attributes: 2, blockEncHash: 4307, blockEncSig: 2945 };
    const hash = "ab".repeat(32);
    expect(circuitsFrom([{ hash, parameters }])).toEqual([{ hash, ...parameters }]);
    expect(circuitsFrom([{ hash: HASHES.seven, parameters: null }])).toEqual([
      { hash: HASHES.seven, version: 7, attributes: 1, blockEncHash: 4151, blockEncSig: 4096 },
    ]);
    expect(() => circuitsFrom([{ hash, parameters: null }])).toThrow(
      "expected hash:version:num_attributes:block_enc_hash:block_enc_sig for the circuit that begins with abababab",
    );
    expect(() => circuitsFrom([{ hash: HASHES.seven, parameters }])).toThrow("its hash alone is enough");
  });

  test("leaves out types whose status has to be seen", () => {
    const status = (whenMissing: "refuse" | "accept") =>
      walletSettings({
        credentials: ["eu_av", "mdl"],
        own: {},
        requestSigner: null,
        demoUrl: null,
        proofs: { policy: "prefer", circuits: CIRCUITS, verifier: "stand-in" },
        status: {
          credentials: ["eu_av", "mdl"],
          hosts: ["status.example.com"],
          maxAgeMs: 1000,
          whenUnreachable: { otherwise: "refuse", byCredential: {} },
          whenMissing: { otherwise: whenMissing, byCredential: { eu_av: "accept" } },
        },
      }).proofs?.typesWithStatus;
    expect(status("refuse")).toEqual([MOBILE_DRIVING_LICENCE.type]);
    expect(status("accept")).toEqual([]);
  });
});
