import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { choicesOf } from "#core/policy/choices.ts";
import { attemptsOf, type Policy, ruleFor } from "#core/policy/policy.ts";
import { type History, NO_HISTORY, progressOf } from "#core/policy/progress.ts";
import { type Move, simulate } from "#core/policy/simulate.ts";
import { METHODS, policies } from "./random-policies.ts";

const NOW = new Date("2026-11-25T12:00:00Z");
const NOTHING_SAID = { othersAskedAt: null, closedMethods: [] };
const DEVICE = { hasCamera: true, hasPhone: true };

const tried = (moves: readonly Move[]): History["tries"] =>
  moves.flatMap((move) =>
    move.kind === "asks_for_others"
      ? []
      : [{ method: move.method, finding: "DOCUMENT_UNREADABLE", at: NOW, isOwn: true }],
  );

/** What the page shows after these moves of one verification. */
const onPage = (policy: Policy, moves: readonly Move[], isNamed: boolean) => {
  const othersAskedAt = moves.some(({ kind }) => kind === "asks_for_others") ? NOW : null;
  const history = { ...NO_HISTORY, isNamed, tries: tried(moves) };
  return choicesOf(ruleFor(policy, {}), progressOf(history, { ...NOTHING_SAID, othersAskedAt }, [], NOW));
};

const ids = ["document", "wallet", "voucher", "bank"];

const moves: fc.Arbitrary<Move[]> = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: fc.constant<Move>({ kind: "asks_for_others" }) },
    {
      weight: 5,
      arbitrary: fc.record({ kind: fc.constant("fails" as const), method: fc.constantFrom(...ids) }),
    },
  ),
  { maxLength: 14 },
);

describe("the tries that a policy allows", () => {
  test("are all of them on the page, from 1 to 10 of a way, and the simulator plays the same page", () => {
    let manyTries = 0;
    fc.assert(
      fc.property(policies(ids), moves, fc.boolean(), (policy, script, isNamed) => {
        const { steps } = simulate(policy, METHODS, {
          person: { age: 30, device: DEVICE, isNamed },
          script,
        });
        const made: Move[] = [];
        for (const { move, methods, attemptsLeft, hasOthers } of steps) {
          if (move) made.push(move);
          const page = onPage(policy, made, isNamed);
          expect(page.methods).toEqual(methods.filter(({ isShown }) => isShown).map(({ id }) => id));
          expect([page.attemptsLeft, page.hasOthers]).toEqual([attemptsLeft, hasOthers]);
        }
        if (made.length > 3) manyTries += 1;
      }),
      { numRuns: 3_000 },
    );
    expect(manyTries).toBeGreaterThan(0); // 40 to 90 of them are usual
  });

  test.each([4, 5, 10])("%i of one way are open to a person whom nobody names", (attempts) => {
    for (const method of [
      { id: "document", use: "offer" as const, attempts },
      { id: "document", use: "offer" as const },
    ]) {
      const policy: Policy = { default: { attemptsInAll: attempts, methods: [method] }, regions: [] };
      const fails: Move = { kind: "fails", method: "document" };
      expect(attemptsOf(ruleFor(policy, {}), method)).toBe(attempts);
      for (let made = 0; made <= attempts; made += 1) {
        const { methods } = onPage(policy, Array<Move>(made).fill(fails), false);
        expect(methods).toEqual(made < attempts ? ["document"] : []);
      }
    }
  });

  test("are three a day of each way for a person whom the tenant names", () => {
    const method = { id: "document", use: "offer" as const };
    const policy: Policy = {
      default: { attemptsInAll: 8, methods: [method, { ...method, id: "voucher" }] },
      regions: [],
    };
    const fails: Move = { kind: "fails", method: "document" };
    const shown = (made: number) => onPage(policy, Array<Move>(made).fill(fails), true).methods;
    expect([2, 3].map(shown)).toEqual([["document", "voucher"], ["voucher"]]);
    const { steps } = simulate(policy, METHODS, {
      person: { age: 30, device: DEVICE, isNamed: true },
      script: [fails, fails, fails],
    });
    expect(steps.at(-1)?.methods[0]).toMatchObject({ standing: "closed", isShown: false });
  });
});

test("a refused age key uses up no try in the simulator either", () => {
  const policy: Policy = {
    default: {
      methods: [
        { id: "voucher", use: "offer" },
        { id: "age_key", use: "offer" },
      ],
    },
    regions: [],
  };
  const methods = new Map([...METHODS, ["age_key", METHODS.get("voucher") ?? expect.unreachable()] as const]);
  const { steps } = simulate(policy, methods, {
    person: { age: 30, device: DEVICE },
    script: [
      { kind: "fails", method: "age_key" },
      { kind: "fails", method: "age_key" },
    ],
  });
  expect(steps.map(({ attemptsLeft, ending }) => [attemptsLeft, ending])).toEqual([
    [3, "open"],
    [3, "open"],
    [3, "open"],
  ]);
});
