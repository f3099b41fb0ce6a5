import { expect, test } from "vitest";
import { NOW } from "../../../tests/support/wallet/authority.ts";
import {
  asking,
  CIRCUITS,
  countingVerifier,
  isoMdocFor,
  prove,
  transcriptOf,
} from "../../../tests/support/wallet/proofs.ts";
import { createWorld } from "../../../tests/support/wallet/world.ts";
import { EU_AGE_VERIFICATION } from "../src/credential-type.ts";
import { verifyMdocOrProof } from "../src/zk/verify-proof.ts";

// One byte of an answer with a proof is changed. Whatever can be compared is refused without the verifier, which is dear; what
// only the proof can tell goes to the verifier, which says no.

const world = await createWorld();
const question = isoMdocFor(world, EU_AGE_VERIFICATION, asking("prefer"));
const honest = prove(world, question);
const transcript = transcriptOf(question);

const judge = async (bytes: Uint8Array) => {
  const { verifier, claims } = countingVerifier();
  const result = await verifyMdocOrProof(bytes, {
    types: question.types,
    minimumAge: 18,
    transcript,
    anchors: world.anchors,
    now: NOW,
    offer: question.proofs ?? expect.fail("no proof was offered"),
    judging: { circuits: CIRCUITS, verifier },
  });
  return { result, asked: claims.length };
};

/** Where the bytes of the proof begin and end in the honest answer. */
const proofPlace = () => {
  const key = honest.findIndex(
    (_byte, at) => Buffer.from(honest.subarray(at, at + 5)).toString() === "proof",
  );
  // A byte string of 360,000 bytes has a head of five.
  const start = key + 5 + 5;
  return { key, start, end: start + 360_000 };
};

const changed = (at: number, by: number): Uint8Array => honest.with(at, (honest[at] ?? 0) ^ by);

test("the honest answer is believed after one question to the verifier", async () => {
  expect(await judge(honest)).toMatchObject({ result: { ok: true, value: { isOver: true } }, asked: 1 });
});

test("around the proof: 500 changes and more, none of them believed, and only those of the time, of the age or of the chain reach the verifier", {
  timeout: 120_000,
}, async () => {
  const { start, end } = proofPlace();
  const around = [
    ...Array(start).keys(),
    ...Array.from({ length: honest.length - end }, (_, at) => end + at),
  ];
  const outcomes: { at: number; by: number; asked: number; ok: boolean }[] = [];
  for (const by of [0x01, 0x80, 0x20]) {
    for (const at of around) {
      const { result, asked } = await judge(changed(at, by));
      outcomes.push({ at, by, asked, ok: result.ok });
    }
  }
  expect(outcomes.length).toBeGreaterThan(500);
  const text = Buffer.from(honest).toString("latin1");
  const version = text.indexOf("version") + "version".length;
  const time = text.indexOf("2026-11-21T12:00:00Z", end);
  const isIn = (at: number, from: number, length: number) => at >= from && at < from + length;
  const value = text.indexOf("elementValue", end) + "elementValue".length;
  // The version's second digit may be any (ISO/IEC 18013-5 §8.3.2.1.2.2): what it says changes nothing.
  const believed = outcomes.filter(({ ok, at }) => ok && !isIn(at, version, 4));
  expect(believed).toEqual([]);
  const wasAsked = outcomes.filter(({ asked, at }) => asked > 0 && !isIn(at, version, 4));
  // A second more or less, and yes for no: both are claims like any other, which only the proof can contradict.
  expect(wasAsked.every(({ at }) => isIn(at, time, 20) || at === value)).toBe(true);
  expect(wasAsked.length).toBeGreaterThan(0);
});

test("in the proof: each change goes to the verifier, once, and is refused by it", {
  timeout: 60_000,
}, async () => {
  const { start, end } = proofPlace();
  const places = Array.from({ length: 40 }, (_, index) => start + index * 8_999).filter((at) => at < end);
  for (const at of [...places, end - 1]) {
    expect([at, await judge(changed(at, 0x10))]).toEqual([
      at,
      { result: { ok: false, code: "proof_invalid" }, asked: 1 },
    ]);
  }
});

test("cut off anywhere, it is nothing", async () => {
  for (const length of [0, 1, 20, 400, honest.length - 1]) {
    const { result, asked } = await judge(honest.subarray(0, length));
    expect([length, result.ok, asked]).toEqual([length, false, 0]);
  }
});
