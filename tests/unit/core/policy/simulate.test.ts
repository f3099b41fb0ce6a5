import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lintPolicy } from "#core/policy/lints.ts";
import { applyPack, packById } from "#core/policy/packs.ts";
import type { Policy } from "#core/policy/policy.ts";
import { type Move, type Person, simulate } from "#core/policy/simulate.ts";
import { METHODS, policies } from "./random-policies.ts";

const AU = packById("au");
const EMPTY: Policy = { default: { minimumAge: 18, methods: [{ id: "bank", use: "offer" }] }, regions: [] };
const POLICY = AU ? applyPack(EMPTY, AU) : EMPTY;

const PERSON: Person = { country: "AU", age: 17, device: { hasCamera: true, hasPhone: true } };
const DOCUMENT_FAILS: Move = { kind: "fails", method: "document" };

const run = (policy: Policy, person: Partial<Person>, ...script: Move[]) =>
  simulate(policy, METHODS, { person: { ...PERSON, ...person }, script }).steps;

const shownIn = (step: ReturnType<typeof run>[number] | undefined) =>
  step?.methods.filter(({ isShown }) => isShown).map(({ id }) => id);

describe("the Australian pack", () => {
  test("photo fails twice: the photo is gone, wallet and voucher are shown, and the voucher decides", () => {
    const steps = run(POLICY, {}, DOCUMENT_FAILS, DOCUMENT_FAILS, { kind: "works", method: "voucher" });
    expect(steps.map(shownIn)).toEqual([
      ["document", "wallet"],
      ["document", "wallet"],
      ["wallet", "voucher"],
      ["wallet", "voucher"],
    ]);
    expect(steps.map(({ attemptsLeft, hasOthers, ending }) => [attemptsLeft, hasOthers, ending])).toEqual([
      [4, true, "open"],
      [3, true, "open"],
      [2, false, "open"],
      [2, false, "approved"],
    ]);
    expect(steps.map(({ said }) => said)).toEqual([
      "The person opens the page.",
      "No decision, for instance a blurred photo.",
      "No decision, for instance a blurred photo.",
      "Approved: 16 or over.",
    ]);
    expect(steps[2]?.methods.map(({ id, why }) => [id, why])).toEqual([
      ["document", "Closed: 2 tries of it, or all tries, are used up."],
      ["wallet", "Shown from the start."],
      [
        "voucher",
        "Shown, because fewer other methods are open than the rule asks for, or the person asked for others.",
      ],
      ["voucher", "For appeals only."],
    ]);
  });

  test("without a camera and a smartphone the person asks for other ways and gets the voucher", () => {
    const steps = run(
      POLICY,
      { device: { hasCamera: false, hasPhone: false } },
      { kind: "asks_for_others" },
      { kind: "works", method: "voucher" },
    );
    expect(steps[0]?.methods.map(({ why }) => why)).toEqual([
      "Shown from the start. This person does not have a camera.",
      "Shown from the start. This person does not have a smartphone.",
      "Not shown yet: it appears after the other methods’ tries are used up, or when the person asks for others.",
      "For appeals only.",
    ]);
    expect(steps.map(({ ending }) => ending)).toEqual(["open", "open", "approved"]);
  });

  test("a wallet that only says 18 decides nothing about 16 for a person of 17, and rejects no one of 15", () => {
    const [, of17] = run(POLICY, { age: 17 }, { kind: "works", method: "wallet" });
    expect([of17?.ending, of17?.said]).toEqual([
      "open",
      "No decision: it does not say whether the person is 16.",
    ]);
    const [, of18] = run(POLICY, { age: 18 }, { kind: "works", method: "wallet" });
    expect(of18?.ending).toBe("approved");
  });

  test("a rejection names the ways to appeal it, never the one that rejected", () => {
    const [, byPhoto] = run(POLICY, { age: 15 }, { kind: "works", method: "document" });
    expect([byPhoto?.ending, byPhoto?.appeals]).toEqual(["rejected", ["voucher"]]);
    const steps = run(POLICY, { age: 15 }, { kind: "asks_for_others" }, { kind: "works", method: "voucher" });
    expect([steps.at(-1)?.ending, steps.at(-1)?.appeals]).toEqual(["rejected", []]);
  });
});

test("an estimate below the challenge age closes its method and uses up no try", () => {
  const policy: Policy = {
    default: {
      minimumAge: 18,
      challengeAge: 25,
      methods: [
        { id: "face", use: "offer" },
        { id: "voucher", use: "fallback" },
      ],
    },
    regions: [],
  };
  const estimate: Move = { kind: "works", method: "face" };
  const [, of22] = run(policy, { age: 22 }, estimate);
  expect(of22).toMatchObject({
    attemptsLeft: 3,
    ending: "open",
    said: "Inconclusive: the estimate is below the challenge age of 25. Another method has to decide.",
  });
  expect(shownIn(of22)).toEqual(["voucher"]);
  expect(run(policy, { age: 25 }, estimate)[1]?.ending).toBe("approved");
  expect(run(policy, { age: 17 }, estimate)[1]?.ending).toBe("rejected");
});

test("all tries used up ends it, and a policy that strands a person says so", () => {
  const one: Policy = {
    default: { minimumAge: 18, attemptsInAll: 2, methods: [{ id: "document", use: "offer" }] },
    regions: [],
  };
  expect(run(one, {}, DOCUMENT_FAILS, DOCUMENT_FAILS).map(({ ending }) => ending)).toEqual([
    "open",
    "open",
    "no_tries_left",
  ]);
  expect(run(one, { device: { hasCamera: false, hasPhone: true } })[0]?.ending).toBe("stranded");
});

test("a move that the person could not make ends the simulation before it", () => {
  const noPhone = { device: { hasCamera: true, hasPhone: false } };
  expect(run(POLICY, {}, { kind: "works", method: "voucher" }, DOCUMENT_FAILS)).toHaveLength(1);
  expect(run(POLICY, noPhone, { kind: "works", method: "wallet" })).toHaveLength(1);
  expect(run(POLICY, {}, { kind: "works", method: "document" }, DOCUMENT_FAILS)).toHaveLength(2);
});

test("10,000 random policies: the same steps each time, and no step of a policy without lints strands anyone", () => {
  const ids = ["document", "wallet", "voucher", "bank", "face", "voice", "age_token"];
  const move: fc.Arbitrary<Move> = fc.oneof(
    fc.constant<Move>({ kind: "asks_for_others" }),
    fc.record({ kind: fc.constantFrom("fails" as const, "works" as const), method: fc.constantFrom(...ids) }),
  );
  const person = fc.record({
    country: fc.constantFrom("AU", "FR", "US", "JP"),
    age: fc.integer({ min: 10, max: 40 }),
    device: fc.record({ hasCamera: fc.boolean(), hasPhone: fc.boolean() }),
  });
  let clean = 0;
  fc.assert(
    fc.property(policies(ids), person, fc.array(move, { maxLength: 8 }), (policy, someone, script) => {
      const input = { person: someone, script };
      const simulated = simulate(policy, METHODS, input);
      const again = simulate(structuredClone(policy), METHODS, structuredClone(input));
      if (JSON.stringify(again) !== JSON.stringify(simulated)) return false;
      if (lintPolicy(policy, METHODS).some(({ place }) => place === simulated.rule.place)) return true;
      clean += 1;
      return simulated.steps.every(({ ending }) => ending !== "stranded");
    }),
    { numRuns: 10_000 },
  );
  expect(clean).toBeGreaterThan(200);
});
