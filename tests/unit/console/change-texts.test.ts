import { expect, test } from "vitest";
import { z } from "zod";
import { changeTexts } from "#console/audit/audit-words.ts";
import { partText } from "#console/words/parts.ts";
import { appRouter } from "#trpc/root.ts";

const declared = z.object({ meta: z.object({ permission: z.string() }), type: z.string() });

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

test("what an operator's visit read is told in the console's words, whatever the interface calls it", () => {
  expect(inWords({ page: "erasureRequests" })).toEqual(["page Requests"]);
  expect(inWords({ page: "reports.auditEntry" })).toEqual(["page Audit trail: one entry"]);
  expect(inWords({ page: "of-a-later-release" })).toEqual(["page of-a-later-release"]);
});

test("every part of the console that a visit can read has a name", () => {
  const read = Object.entries(appRouter._def.procedures).flatMap(([path, procedure]) => {
    const { type, meta } = declared.parse(Reflect.get(procedure, "_def"));
    if (type !== "query" || ["signed-in", "operator"].includes(meta.permission)) return [];
    return [path.startsWith("reports.") ? path : path.slice(0, path.indexOf("."))];
  });
  expect(new Set(read).size).toBeGreaterThan(20);
  for (const part of new Set(read)) expect(partText(part), part).toMatch(/^[A-Z][A-Za-z: ]+$/);
});

test("what was given and stayed as it was is left out, and an object is words, too", () => {
  expect(inWords({ name: "Wine", minimumAge: 21, before: { name: "Wine", minimumAge: null } })).toEqual([
    "minimum age none → 21",
  ]);
  expect(inWords({ overrides: { hardLimit: 9 }, before: { overrides: {} } })).toEqual([
    "overrides none → hard limit 9",
  ]);
});
