import { expect, test } from "vitest";
import type { Exactly } from "#data/verifications/start-verification.ts";

type Known = { name: string };
const ADVICE = "name it in the table";

const take = <Given extends Known>(given: Exactly<Known, Given, typeof ADVICE>): Known => given;

test("a field that nothing takes does not compile, not even from a variable", () => {
  const known = { name: "a" };
  expect(take(known)).toEqual(known);
  const more = { name: "a", other: "b" };
  // @ts-expect-error nothing takes `other`
  expect(take(more)).toEqual(more);
});

test("the compile error says what to do", () => {
  type Forgotten = Exactly<Known, Known & { other: string }, typeof ADVICE>["other"];
  type Said = Forgotten extends { readonly advice: infer Advice } ? Advice : "nothing";
  const said: Said = ADVICE;
  expect(said).toBe(ADVICE);
});
