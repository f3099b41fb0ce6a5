import { encode } from "cborg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createLoopbackHttp } from "#platform/loopback-http.ts";
import { serveVerifier, standInProof, type VerifierStandIn } from "../../../../lab/zk/stand-in.ts";
import { EU_AGE_VERIFICATION } from "../../../../packages/wallet-verifier/src/credential-type.ts";
import type { IsoMdocExpectation } from "../../../../packages/wallet-verifier/src/expectation.ts";
import type { ProvedClaim } from "../../../../packages/wallet-verifier/src/zk/proof-verifier.ts";
import {
  createReferenceVerifier,
  type ReferenceOutcome,
} from "../../../../packages/wallet-verifier/src/zk/reference-verifier.ts";
import { anyPort } from "../../../../scripts/local/ports.ts";
import { NOW } from "../../../support/wallet/authority.ts";
import {
  asking,
  CIRCUITS,
  HASHES,
  isoMdocFor,
  judge,
  prove,
  timeText,
  transcriptOf,
} from "../../../support/wallet/proofs.ts";
import { createWorld, type World } from "../../../support/wallet/world.ts";

// The adapter to the reference project's verifier service, over HTTP, to a stand-in that speaks its contract.

const BOUNDS = {
  timeoutMs: 400,
  maxBytes: 64 * 1024,
  maxConcurrent: 2,
  maxWaiting: 1,
  maxWaitMs: 20_000,
};

let world: World;
let question: IsoMdocExpectation;
let service: VerifierStandIn;
let http: ReturnType<typeof createLoopbackHttp>;
let outcomes: ReferenceOutcome[];
const verifier = () =>
  createReferenceVerifier({ post: http.post, note: (outcome) => void outcomes.push(outcome) });

beforeAll(async () => {
  world = await createWorld();
  question = isoMdocFor(world, EU_AGE_VERIFICATION, asking("prefer"));
  service = await serveVerifier({ port: await anyPort(), environment: "development" });
  // Long enough for an honest answer on a busy machine.
  http = createLoopbackHttp(service.url, { ...BOUNDS, timeoutMs: 20_000 });
});
afterAll(async () => {
  await http.close();
  await service.stop();
});
beforeEach(() => {
  service.trouble = null;
  service.asked = [];
  outcomes = [];
});

const claim = (change: Partial<ProvedClaim> = {}): ProvedClaim => ({
  circuit: CIRCUITS[0] ?? expect.fail("no circuit"),
  docType: EU_AGE_VERIFICATION.type,
  nameSpace: EU_AGE_VERIFICATION.nameSpace,
  elements: [{ name: "age_over_18", value: encode(true) }],
  time: timeText(NOW),
  issuerChain: [world.signer.der],
  transcript: transcriptOf(question),
  ...change,
});
const proofOf = ({ circuit, elements, issuerChain: [signer], ...rest }: ProvedClaim): Uint8Array =>
  standInProof({
    ...rest,
    circuitHash: circuit.hash,
    signer,
    elements: elements.map(({ name, value }) => [name, value] as const),
  });

const approve = () =>
  judge(question, prove(world, question), { anchors: world.anchors, verifier: verifier() });

describe("the wire", () => {
  test("a proof that holds is believed, and the verifier named", async () => {
    expect(await approve()).toMatchObject({
      ok: true,
      value: { isOver: true, proofVerifier: "google/longfellow-zk reference verifier" },
    });
    expect(outcomes).toEqual(["answered"]);
  });

  test("the service gets the claim as it was checked, with the circuit's hash for a label", async () => {
    const two = {
      circuit: CIRCUITS[1] ?? expect.fail("no circuit"),
      elements: [
        { name: "age_over_18", value: encode(false) },
        { name: "age_over_16", value: encode(true) },
      ],
    };
    const below = await (await world.authority.intermediate()).signer();
    const [leaf = below.der, ...above] = below.chain;
    for (const said of [claim(), claim(two), claim({ issuerChain: [leaf, ...above] })]) {
      expect(await verifier().verify(said, proofOf(said))).toBe("valid");
      expect(service.asked.at(-1)).toEqual({
        transcript: new Uint8Array(said.transcript),
        circuitHash: said.circuit.hash,
        docType: said.docType,
        nameSpace: said.nameSpace,
        elements: said.elements.map(({ name, value }) => [name, value]),
        time: said.time,
        signer: said.issuerChain[0],
      });
    }
    expect(HASHES.six).toBe(claim().circuit.hash);
  });

  test.each<[string, (said: ProvedClaim) => Partial<ProvedClaim>]>([
    ["document type", () => ({ docType: "org.iso.18013.5.1.mDL" })],
    ["namespace", () => ({ nameSpace: "org.iso.18013.5.1" })],
    ["element", () => ({ elements: [{ name: "age_over_21", value: encode(true) }] })],
    ["value", () => ({ elements: [{ name: "age_over_18", value: encode(false) }] })],
    ["time", () => ({ time: "2026-11-21T12:00:01Z" })],
    ["session", () => ({ transcript: encode([null, null, ["dcapi", new Uint8Array(32)]]) })],
    ["circuit", () => ({ circuit: CIRCUITS[2] ?? expect.fail("no circuit") })],
  ])("a proof of another %s is not valid", async (_name, change) => {
    const said = claim();
    expect(await verifier().verify({ ...said, ...change(said) }, proofOf(said))).toBe("invalid");
  });
});

test("a no without claims is a no, in the form in which Go writes it", async () => {
  service.trouble = "null_no";
  expect(await approve()).toEqual({ ok: false, code: "proof_invalid" });
  expect(outcomes).toEqual(["answered"]);
});

describe("a service that cannot be relied on: nobody is approved", () => {
  test.each([
    ["broken", "refused"],
    ["refusing", "refused"],
    ["garbage", "unreadable"],
    ["huge", "no_answer"],
    ["truthy", "unreadable"],
    ["null_claims", "other_claims"],
    ["no_claims", "other_claims"],
    ["other_element", "other_claims"],
    ["other_value", "other_claims"],
    ["other_namespace", "other_claims"],
    ["more_claims", "other_claims"],
  ] as const)("%s", async (trouble, outcome) => {
    service.trouble = trouble;
    expect(await approve()).toEqual({ ok: false, code: "proof_unavailable" });
    expect(outcomes).toEqual([outcome]);
  });

  test.each(["silent", "dripping"] as const)("%s: the wait is bounded", async (trouble) => {
    service.trouble = trouble;
    const impatient = createLoopbackHttp(service.url, BOUNDS);
    const { verify } = createReferenceVerifier({ post: impatient.post });
    const said = claim();
    expect(await verify(said, proofOf(said))).toBe("unavailable");
    await impatient.close();
  });

  test("dead", async () => {
    const nobody = createLoopbackHttp(`http://127.0.0.1:${await anyPort()}`, BOUNDS);
    const { verify } = createReferenceVerifier({ post: nobody.post });
    const said = claim();
    expect(await verify(said, proofOf(said))).toBe("unavailable");
    await nobody.close();
  });

  /** Takes a turn and keeps it until its time is up. */
  const keepBusy = (busy: ReturnType<typeof createLoopbackHttp>) => {
    service.trouble = "silent";
    const said = claim();
    return createReferenceVerifier({ post: busy.post }).verify(said, proofOf(said));
  };

  test("asked too often at once: a third call waits for its turn, a fourth is turned away, and there is room afterwards", async () => {
    const busy = createLoopbackHttp(service.url, BOUNDS);
    const first = [keepBusy(busy), keepBusy(busy)];
    const third = busy.post("/elsewhere", {});
    await expect(busy.post("/elsewhere", {})).rejects.toThrow("too many calls at once");
    await expect(third).resolves.toMatchObject({ status: 404 });
    await Promise.all(first);
    await expect(busy.post("/elsewhere", {})).resolves.toMatchObject({ status: 404 });
    await busy.close();
  });

  test("asked too often for too long: the wait for a turn is bounded, and its place is free again", async () => {
    const busy = createLoopbackHttp(service.url, { ...BOUNDS, maxConcurrent: 1, maxWaitMs: 50 });
    const first = keepBusy(busy);
    await expect(busy.post("/elsewhere", {})).rejects.toThrow("no turn in time");
    await expect(busy.post("/elsewhere", {})).rejects.toThrow("no turn in time");
    expect(await first).toBe("unavailable");
    await expect(busy.post("/elsewhere", {})).resolves.toMatchObject({ status: 404 });
    await busy.close();
  });
});

test("the stand-in is not for production", async () => {
  await expect(serveVerifier({ port: 0, environment: "production" })).rejects.toThrow("it proves nothing");
});
