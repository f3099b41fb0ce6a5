import { expect, test } from "vitest";
import { changeTexts } from "#console/audit/audit-words.ts";

const inWords = (changes: unknown): string[] =>
  changeTexts(changes).map(({ name, value }) => `${name} ${value}`.trim());

test("a change is told with the value that it replaced, where that is known", () => {
  expect(inWords({ minimumAge: 21, before: { minimumAge: 18 } })).toEqual(["minimum age 18 → 21"]);
  expect(inWords({ brandColour: null, before: { brandColour: "#123456" } })).toEqual([
    "brand colour #123456 → none",
  ]);
  expect(inWords({ from: "viewer", to: "admin" })).toEqual(["viewer → admin"]);
  expect(inWords({ from: "viewer", to: null })).toEqual(["viewer → none"]);
  expect(inWords({ mode: "test", name: "Checkout" })).toEqual(["mode test", "name Checkout"]);
});

test("an export tells its filters, and nothing of those that it had not", () => {
  expect(inWords({ status: null, mode: null, method: null })).toEqual([]);
  expect(inWords({ status: "failed", from: "2026-11-01", to: "2026-11-05", searched: true })).toEqual([
    "status failed",
    "searched yes",
    "from 2026-11-01",
    "to 2026-11-05",
  ]);
});

test("what is no change has no words", () => {
  for (const nothing of [null, undefined, {}, [], "text"]) expect(inWords(nothing)).toEqual([]);
});
