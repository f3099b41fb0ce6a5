import { encode, Tagged } from "cborg";
import { CompactEncrypt, importJWK } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { sealResponse } from "../../../lab/demo-wallet/wallet/iso-mdoc.ts";
import type { Claim } from "../../../lab/zk/stand-in.ts";
import { createAuthority, jwkOf, NOW, newKeys } from "../../../tests/support/wallet/authority.ts";
import { forgeMdoc } from "../../../tests/support/wallet/forge.ts";
import {
  type Answering,
  asking,
  CIRCUITS,
  claimFor,
  countingVerifier,
  dcApiFor,
  HASHES,
  isoMdocFor,
  judge,
  label,
  NO,
  prove,
  timeText,
  transcriptOf,
} from "../../../tests/support/wallet/proofs.ts";
import { createWorld, type World } from "../../../tests/support/wallet/world.ts";
import { EU_AGE_VERIFICATION, MOBILE_DRIVING_LICENCE } from "../src/credential-type.ts";
import type { IsoMdocExpectation } from "../src/expectation.ts";
import { readExpectation, storeExpectation } from "../src/expectation.ts";
import { MAX_PROOF_BYTES } from "../src/limits.ts";
import { createStatusLists } from "../src/status/status-lists.ts";
import { verifyAnswer } from "../src/verify-answer.ts";

// ISO/IEC 18013-5:2025 §10.2.7. Each rule about a proof has an answer that breaks it alone, and the verifier is not even asked.

let world: World;
let preferred: IsoMdocExpectation;
let required: IsoMdocExpectation;
beforeAll(async () => {
  world = await createWorld();
  preferred = isoMdocFor(world, EU_AGE_VERIFICATION, asking("prefer"));
  required = isoMdocFor(world, EU_AGE_VERIFICATION, asking("require"));
});

const answer = async (
  change: Answering = {},
  expectation = preferred,
  more: Partial<Parameters<typeof judge>[2]> = {},
) => {
  const { verifier, claims } = countingVerifier();
  const options = { anchors: world.anchors, verifier, ...more };
  const result = await judge(expectation, prove(world, expectation, change), options);
  return { result, asked: claims.length, claims };
};
const claim = (change: Partial<Claim>, expectation = preferred): Answering => ({
  claims: [claimFor(world, transcriptOf(expectation), change)],
});
const refused = (code: string, asked = 0) => ({ result: { ok: false, code }, asked });
const without = (name: string) => (map: Map<string, unknown>) => {
  map.delete(name);
  return map;
};
const short = (map: Map<string, unknown>) => map.set("proof", new Uint8Array(64));
const withMember = (name: string, value: unknown) => (map: Map<string, unknown>) => map.set(name, value);

describe("a proof that was asked for", () => {
  test.each(["prefer", "require"] as const)(
    "counts, and says which verifier believed it (%s)",
    async (policy) => {
      const expectation = policy === "prefer" ? preferred : required;
      const { result, asked } = await answer({}, expectation);
      expect(result).toEqual({
        ok: true,
        value: {
          minimumAge: 18,
          isOver: true,
          band: { atLeast: 18, below: null },
          credentialType: EU_AGE_VERIFICATION.type,
          trustLabel: "Utopia",
          disclosedMore: false,
          proofVerifier: "stand-in",
        },
      });
      expect(asked).toBe(1);
    },
  );

  test("can prove that a person is under age, which is a result too", async () => {
    expect((await answer(claim({ elements: [["age_over_18", NO]] }))).result).toMatchObject({
      ok: true,
      value: { isOver: false },
    });
  });

  test("may name its circuit by the hash alone, as Google's published answer does, and leave out an empty deviceSigned", async () => {
    expect((await answer({ zkSystemId: HASHES.six })).result.ok).toBe(true);
    expect((await answer({ data: without("deviceSigned") })).result.ok).toBe(true);
  });

  test("gives its chain as one certificate or as a list of them", async () => {
    expect((await answer({ chain: [world.signer.der] })).result.ok).toBe(true);
    const below = await (await world.authority.intermediate()).signer();
    const { result, claims } = await answer({ ...claim({ signer: below.der }), chain: below.chain });
    expect(result.ok).toBe(true);
    expect(claims[0]?.issuerChain).toEqual(below.chain);
  });

  test("is judged in the session of its question, at its own time, with the values as they came", async () => {
    const time = timeText(new Date(NOW.getTime() - 240_000));
    const { claims } = await answer(claim({ time }));
    expect(claims).toEqual([
      {
        circuit: CIRCUITS[0],
        docType: EU_AGE_VERIFICATION.type,
        nameSpace: EU_AGE_VERIFICATION.nameSpace,
        elements: [{ name: "age_over_18", value: Uint8Array.of(0xf5) }],
        time,
        issuerChain: [world.signer.der],
        transcript: transcriptOf(preferred),
      },
    ]);
  });

  test("keeps the order in which the wallet names its elements", async () => {
    const two = isoMdocFor(world, EU_AGE_VERIFICATION, asking("prefer"), { minimumAge: 16 });
    const elements: Claim["elements"] = [
      ["age_over_18", NO],
      ["age_over_16", encode(true)],
    ];
    const change = {
      ...claim({ elements, circuitHash: HASHES.sixTwo }, two),
      zkSystemId: label(HASHES.sixTwo),
    };
    const { result, claims } = await answer(change, two);
    expect(result).toMatchObject({ ok: true, value: { isOver: true, band: { atLeast: 16, below: 18 } } });
    expect(claims[0]?.elements.map(({ name }) => name)).toEqual(["age_over_18", "age_over_16"]);
  });

  test("is still expected after its question was stored and read again", async () => {
    const read = readExpectation(storeExpectation(preferred), preferred.types);
    expect(read).toEqual(preferred);
  });
});

describe("what was asked for, and nothing else", () => {
  test("a proof where none was asked for, alone or beside a credential", async () => {
    const plain = isoMdocFor(world, EU_AGE_VERIFICATION, null);
    expect(plain).not.toHaveProperty("proofs");
    expect(await answer({ document: short }, plain)).toMatchObject(refused("proof_not_asked"));
    // The usual bound of an answer holds here, and a real proof is beyond it.
    expect(await answer({}, plain)).toMatchObject(refused("too_large"));
    const beside = forgeMdoc({
      signer: world.signer,
      deviceJwk: await jwkOf((await newKeys()).privateKey),
      transcript: transcriptOf(plain),
      docType: EU_AGE_VERIFICATION.type,
      nameSpace: EU_AGE_VERIFICATION.nameSpace,
      response: (response) => response.set("zkDocuments", [new Map()]),
    });
    const { verifier } = countingVerifier();
    expect(await judge(plain, beside, { anchors: world.anchors, verifier })).toEqual({
      ok: false,
      code: "proof_not_asked",
    });
  });

  test("a credential: enough where a proof is preferred, and no answer where it is required", async () => {
    const plain = async (expectation: IsoMdocExpectation) =>
      forgeMdoc({
        signer: world.signer,
        deviceJwk: await jwkOf((await newKeys()).privateKey),
        transcript: transcriptOf(expectation),
        docType: EU_AGE_VERIFICATION.type,
        nameSpace: EU_AGE_VERIFICATION.nameSpace,
      });
    const { verifier, claims } = countingVerifier();
    const options = { anchors: world.anchors, verifier };
    expect(await judge(preferred, await plain(preferred), options)).toMatchObject({ ok: true });
    expect(await judge(required, await plain(required), options)).toEqual({
      ok: false,
      code: "proof_required",
    });
    expect(claims).toEqual([]);
  });

  test("a proof beside a credential, of which nobody could say which is the answer", async () => {
    const documents = (map: Map<string, unknown>) => map.set("documents", [new Map([["docType", "x"]])]);
    expect(await answer({ response: documents })).toMatchObject(refused("proof_and_document"));
    expect((await answer({ response: (map) => map.set("documents", []) })).result.ok).toBe(true);
  });

  test("two proofs, different or the same", async () => {
    const one = claimFor(world, transcriptOf(preferred));
    expect(await answer({ claims: [one, one], document: short })).toMatchObject(refused("proof_count"));
  });

  test("a document of another type, whoever vouches for it", async () => {
    expect(await answer(claim({ docType: "org.example.loyalty" }))).toMatchObject(
      refused("doctype_mismatch"),
    );
    expect(await answer(claim({ docType: "org.iso.23220.photoID.1" }))).toMatchObject(
      refused("doctype_of_draft"),
    );
    // A type that the deployment knows, but that this request did not ask for.
    const licence = { docType: MOBILE_DRIVING_LICENCE.type, nameSpace: MOBILE_DRIVING_LICENCE.nameSpace };
    expect(await answer(claim(licence))).toMatchObject(refused("proof_not_asked"));
  });

  test.each<[string, Partial<Claim>]>([
    ["another element", { elements: [["age_over_16", encode(true)]] }],
    ["an element with a name that was not asked for", { elements: [["age_over_18x", encode(true)]] }],
    ["the elements of another namespace", { nameSpace: "org.iso.18013.5.1" }],
    ["a value that is neither yes nor no", { elements: [["age_over_18", encode(1)]] }],
  ])("%s", async (_name, change) => {
    expect(await answer(claim(change))).toMatchObject(refused("proof_elements"));
  });

  test("a value that only looks like a yes: the circuit reads its bytes", async () => {
    // COSE's tag is skipped elsewhere, so this decodes to true.
    const tagged = new Map<string, unknown>([
      ["elementIdentifier", "age_over_18"],
      ["elementValue", new Tagged(18, true)],
    ]);
    const data = withMember("issuerSigned", new Map([[EU_AGE_VERIFICATION.nameSpace, [tagged]]]));
    expect(await answer({ data })).toMatchObject(refused("proof_elements"));
  });

  test("an element twice where two were asked for", async () => {
    const two = isoMdocFor(world, EU_AGE_VERIFICATION, asking("prefer"), { minimumAge: 16 });
    const elements: Claim["elements"] = [
      ["age_over_18", encode(true)],
      ["age_over_18", encode(true)],
    ];
    const change = {
      ...claim({ elements, circuitHash: HASHES.sixTwo }, two),
      zkSystemId: label(HASHES.sixTwo),
    };
    expect(await answer(change, two)).toMatchObject(refused("proof_elements"));
  });
});

describe("the circuit", () => {
  test("is found by the label that was offered; one that only says the same is unknown", async () => {
    const [hash, two] = [HASHES.six, HASHES.sixTwo];
    for (const zkSystemId of [
      `longfellow-libzk-v1_6_1_4096_2945_${hash.toUpperCase()}`,
      `longfellow-libzk-v1_06_1_4096_2945_${hash}`,
      `longfellow-libzk-v1_${hash}`,
      `other-zk_6_1_4096_2945_${hash}`,
      // Allowed, but it proves two elements, so it was not offered for one.
      label(two),
      "__proto__",
      "constructor",
      "",
    ]) {
      expect([zkSystemId, await answer({ zkSystemId })]).toMatchObject([zkSystemId, refused("proof_system")]);
    }
  });

  test.each<[string, Partial<(typeof CIRCUITS)[number]>]>([
    ["hash", { hash: "0".repeat(64) }],
    ["version", { version: 7 }],
    ["number of elements", { attributes: 2 }],
  ])("is refused once the operator allows only one with another %s", async (_name, change) => {
    const circuits = CIRCUITS.map((circuit) => ({ ...circuit, ...change }));
    expect(await answer({}, preferred, { circuits })).toMatchObject(refused("proof_circuit"));
    expect(await answer({}, preferred, { circuits: [] })).toMatchObject(refused("proof_circuit"));
  });

  test("proves exactly as many elements as it is made for", async () => {
    const elements: Claim["elements"] = [
      ["age_over_18", encode(true)],
      ["age_over_21", encode(true)],
    ];
    expect(await answer(claim({ elements }))).toMatchObject(refused("proof_circuit"));
    expect(await answer(claim({ elements: [] }))).toMatchObject(refused("proof_circuit"));
  });
});

describe("the time, which is the wallet's word", () => {
  const at = (seconds: number) => timeText(new Date(NOW.getTime() + seconds * 1000));

  test.each([-300, 300])("may be %i seconds from ours", async (seconds) => {
    expect((await answer(claim({ time: at(seconds) }))).result.ok).toBe(true);
  });

  test.each([
    ["five minutes and a second ago", at(-301)],
    ["in five minutes and a second", at(301)],
    ["with a fraction of a second", "2026-11-21T12:00:00.000Z"],
    ["in another zone", "2026-11-21T13:00:00+01:00"],
    ["in lower case", "2026-11-21t12:00:00z"],
    ["that is no day of the calendar", "2026-11-31T12:00:00Z"],
    ["that is no time", "2026-11-21T12:00:60Z"],
    ["without anything", ""],
  ])("%s", async (_name, time) => {
    // The decoder of wallets' messages already refuses some of them.
    const { result, asked } = await answer(claim({ time }));
    expect(result).toMatchObject({ ok: false, code: expect.stringMatching(/^proof_(time|malformed)$/) });
    expect(asked).toBe(0);
  });

  test("that JavaScript would take for the day after the month's last", async () => {
    const now = new Date("2026-12-01T12:00:00Z");
    const later = { ...preferred, expiresAt: new Date(now.getTime() + 60_000) };
    const at = async (time: string) => answer(claim({ time }, later), later, { now });
    expect(await at("2026-11-31T12:00:00Z")).toMatchObject({ result: { ok: false }, asked: 0 });
    expect((await at("2026-12-01T12:00:00Z")).result.ok).toBe(true);
  });

  test("without the tag of a time", async () => {
    const plain = await answer({ data: withMember("timestamp", timeText(NOW)) });
    expect(plain).toMatchObject(refused("proof_time"));
  });
});

describe("the issuer", () => {
  test("is trusted as for a credential: by its anchor, for this type", async () => {
    const impostor = await (await createAuthority({ name: world.authority.name })).signer();
    const foreign = { ...claim({ signer: impostor.der }), chain: impostor.der };
    expect(await answer(foreign)).toMatchObject(refused("untrusted_issuer"));
    const others = world.anchors.filter(({ credentialType }) => credentialType !== EU_AGE_VERIFICATION.type);
    expect(await answer({}, preferred, { anchors: others })).toMatchObject(refused("untrusted_issuer"));
  });

  test("has a certificate that is valid and may sign credentials", async () => {
    const expired = await world.authority.signer({
      from: new Date("2020-01-01"),
      until: new Date("2021-01-01"),
    });
    expect(await answer({ ...claim({ signer: expired.der }), chain: expired.der })).toMatchObject(
      refused("certificate_expired"),
    );
    const web = await world.authority.signer({ eku: "1.3.6.1.5.5.7.3.1" });
    expect(await answer({ ...claim({ signer: web.der }), chain: web.der })).toMatchObject(
      refused("certificate_usage"),
    );
  });

  test("has a key on P-256: no circuit knows another curve", async () => {
    const curve = { name: "ECDSA", namedCurve: "P-384" };
    const keys = await crypto.subtle.generateKey(curve, true, ["sign", "verify"]);
    const other = await world.authority.signer({ keys });
    expect(await answer({ ...claim({ signer: other.der }), chain: other.der })).toMatchObject(
      refused("proof_issuer_key"),
    );
  });

  test.each([
    ["missing", without("msoX5chain"), "x5chain_malformed"],
    ["an empty list", withMember("msoX5chain", []), "x5chain_malformed"],
    ["text", withMember("msoX5chain", "MII"), "x5chain_malformed"],
    ["a list with something else", withMember("msoX5chain", [1]), "x5chain_malformed"],
    [
      "a list with something else after the certificate",
      (map: Map<string, unknown>) => map.set("msoX5chain", [map.get("msoX5chain"), 1]),
      "x5chain_malformed",
    ],
    ["no certificate", withMember("msoX5chain", new Uint8Array(8)), "x5chain_malformed"],
  ])("the chain is %s", async (_name, data, code) => {
    expect(await answer({ data })).toMatchObject(refused(code));
  });
});

describe("what cannot be read", () => {
  test.each(["zkSystemId", "docType", "timestamp", "issuerSigned"])("without %s", async (name) => {
    expect(await answer({ data: without(name) })).toMatchObject(refused("proof_malformed"));
    const code = name === "timestamp" ? "proof_time" : "proof_malformed";
    expect(await answer({ data: withMember(name, 7) })).toMatchObject(refused(code));
  });

  test("a member that is not known, which could change what the others mean", async () => {
    expect(await answer({ data: withMember("minimumAge", 3) })).toMatchObject(refused("proof_malformed"));
    expect(await answer({ document: withMember("errors", new Map()) })).toMatchObject(
      refused("proof_malformed"),
    );
    const item = new Map<string, unknown>([
      ["elementIdentifier", "age_over_18"],
      ["elementValue", true],
      ["isNot", true],
    ]);
    const issuerSigned = new Map([[EU_AGE_VERIFICATION.nameSpace, [item]]]);
    expect(await answer({ data: withMember("issuerSigned", issuerSigned) })).toMatchObject(
      refused("proof_malformed"),
    );
  });

  test("without a proof, with an empty one, or without what it is about", async () => {
    expect(await answer({ document: without("proof") })).toMatchObject(refused("proof_malformed"));
    expect(await answer({ document: withMember("proof", new Uint8Array()) })).toMatchObject(
      refused("proof_malformed"),
    );
    expect(await answer({ document: without("documentData") })).toMatchObject(refused("proof_malformed"));
    // Not #6.24: it would not be clear which bytes are meant.
    const bare = withMember("documentData", encode(new Map()));
    expect(await answer({ document: bare })).toMatchObject(refused("proof_malformed"));
  });

  test("elements of two namespaces, of none, or that are no elements", async () => {
    const own = EU_AGE_VERIFICATION.nameSpace;
    for (const issuerSigned of [
      new Map(),
      new Map([
        [own, []],
        ["more", []],
      ]),
      new Map<unknown, unknown>([[1, []]]),
      new Map([[own, "age_over_18"]]),
      new Map([[own, ["age_over_18"]]]),
      new Map([[own, [new Map([["elementIdentifier", "age_over_18"]])]]]),
      new Map([
        [
          own,
          [
            new Map<string, unknown>([
              ["elementIdentifier", 18],
              ["elementValue", true],
            ]),
          ],
        ],
      ]),
    ]) {
      const { result, asked } = await answer({ data: withMember("issuerSigned", issuerSigned) });
      expect(result).toMatchObject({ ok: false, code: "proof_malformed" });
      expect(asked).toBe(0);
    }
  });

  test("elements that only the device signs, which no circuit proves", async () => {
    const signed = new Map([["org.iso.18013.5.1", new Map([["age_over_18", true]])]]);
    expect(await answer({ data: withMember("deviceSigned", signed) })).toMatchObject(
      refused("device_element_refused"),
    );
    expect(await answer({ data: withMember("deviceSigned", null) })).toMatchObject(
      refused("device_element_refused"),
    );
  });

  test("a list of proofs that is none, and an answer with neither", async () => {
    expect(await answer({ response: withMember("zkDocuments", "proof") })).toMatchObject(
      refused("proof_malformed"),
    );
    expect(await answer({ response: withMember("zkDocuments", [7]) })).toMatchObject(
      refused("proof_malformed"),
    );
    expect(await answer({ response: withMember("zkDocuments", []) })).toMatchObject(
      refused("document_count"),
    );
    expect(await answer({ response: withMember("status", 10) })).toMatchObject(refused("response_status"));
    expect(await answer({ response: withMember("version", "2.0") })).toMatchObject(
      refused("response_version"),
    );
  });

  test("more bytes than any proof has", async () => {
    const long = (size: number) => ({ document: withMember("proof", new Uint8Array(size)) });
    expect(await answer(long(MAX_PROOF_BYTES + 1))).toMatchObject(refused("too_large"));
    expect(await answer(long(MAX_PROOF_BYTES))).toMatchObject(refused("proof_invalid", 1));
    expect(await answer({ data: withMember("docType", "x".repeat(300_000)) })).toMatchObject(
      refused("too_large"),
    );
  });
});

describe("over OpenID4VP", () => {
  const answerTo = async (
    policy: "prefer" | "require" | null,
    id: string,
    change: Answering | "plain" = {},
  ) => {
    const expectation = dcApiFor(world, policy && asking(policy));
    const { verifier, claims } = countingVerifier();
    const { docType, nameSpace } = claimFor(world, new Uint8Array());
    const presentation =
      change === "plain"
        ? forgeMdoc({
            ...{ signer: world.signer, docType, nameSpace, transcript: transcriptOf(expectation) },
            deviceJwk: await jwkOf((await newKeys()).privateKey),
          })
        : prove(world, expectation, change);
    const vp_token = { [id]: [Buffer.from(presentation).toString("base64url")] };
    const response = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify({ vp_token })))
      .setProtectedHeader({ alg: "ECDH-ES", enc: "A128GCM", kid: expectation.key.kid })
      .encrypt(await importJWK({ ...expectation.key.publicJwk }, "ECDH-ES"));
    const body = new TextEncoder().encode(
      JSON.stringify({ protocol: "openid4vp-v1-unsigned", data: { response } }),
    );
    const judging = { circuits: CIRCUITS, verifier };
    const result = await verifyAnswer(
      body,
      { expectations: [expectation], anchors: world.anchors, judging },
      NOW,
    );
    return { result, asked: claims.length };
  };

  test("a proof counts under the id of a proof, in the session of OpenID4VP", async () => {
    for (const policy of ["prefer", "require"] as const) {
      expect(await answerTo(policy, "proof_of_age-zk")).toMatchObject({
        result: { ok: true, value: { isOver: true, proofVerifier: "stand-in" } },
        asked: 1,
      });
    }
  });

  test("a proof under the id of the credential, or of another type, is no answer", async () => {
    const small = { document: short };
    expect(await answerTo("prefer", "proof_of_age", small)).toMatchObject(refused("proof_not_asked"));
    expect(await answerTo("prefer", "mdl-zk")).toMatchObject(refused("doctype_mismatch"));
    expect(await answerTo(null, "proof_of_age-zk", small)).toMatchObject(refused("vp_token_malformed"));
  });

  test("a credential counts under its own id where a proof is preferred, and nowhere else", async () => {
    expect((await answerTo("prefer", "proof_of_age", "plain")).result.ok).toBe(true);
    expect(await answerTo("prefer", "proof_of_age-zk", "plain")).toMatchObject(refused("proof_required"));
    expect(await answerTo("require", "proof_of_age", "plain")).toMatchObject(refused("proof_required"));
  });
});

describe("the verifier's word", () => {
  test.each([
    ["invalid", "proof_invalid"],
    ["unavailable", "proof_unavailable"],
  ] as const)("%s: nobody is approved", async (verdict, code) => {
    const { verifier } = countingVerifier(verdict);
    expect((await answer({}, preferred, { verifier })).result).toEqual({ ok: false, code });
  });

  test("a proof of another session, another circuit or another time does not hold", async () => {
    const other = transcriptOf({ ...preferred, origin: "https://evil.example" });
    expect(await answer({ claims: [claimFor(world, other)] })).toMatchObject(refused("proof_invalid", 1));
    expect(await answer({ zkSystemId: label(HASHES.seven) })).toMatchObject(refused("proof_invalid", 1));
    const data = withMember("timestamp", new Tagged(0, timeText(new Date(NOW.getTime() - 1000))));
    expect(await answer({ data })).toMatchObject(refused("proof_invalid", 1));
  });

  test("without a verifier, as after it was switched off, no proof counts", async () => {
    const body = await sealResponse(
      prove(world, preferred),
      preferred.key.publicJwk,
      transcriptOf(preferred),
    );
    const bytes = new TextEncoder().encode(JSON.stringify({ protocol: "org-iso-mdoc", data: body }));
    const question = { expectations: [preferred], anchors: world.anchors };
    expect(await verifyAnswer(bytes, question, NOW)).toEqual({ ok: false, code: "proof_circuit" });
  });
});

test("a proof shows no status, so it is refused where the issuer's list has to be seen", async () => {
  const { verifier } = countingVerifier();
  const lists = (whenMissing: "refuse" | "accept") =>
    createStatusLists({
      rules: {
        types: [EU_AGE_VERIFICATION.type],
        hosts: [],
        whenUnreachable: "refuse",
        whenMissing,
        maxAgeMs: 1000,
      },
      http: () => Promise.reject(new Error("no list is fetched")),
      now: () => NOW,
      note: () => {},
    });
  const data = await sealResponse(prove(world, preferred), preferred.key.publicJwk, transcriptOf(preferred));
  const body = new TextEncoder().encode(JSON.stringify({ protocol: "org-iso-mdoc", data }));
  const question = {
    expectations: [preferred],
    anchors: world.anchors,
    judging: { circuits: CIRCUITS, verifier },
  };
  expect(await verifyAnswer(body, { ...question, lists: lists("refuse") }, NOW)).toEqual({
    ok: false,
    code: "status_missing",
  });
  expect((await verifyAnswer(body, { ...question, lists: lists("accept") }, NOW)).ok).toBe(true);
});
