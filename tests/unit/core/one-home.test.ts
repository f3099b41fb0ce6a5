import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isJsonObject, isObject } from "#core/json.ts";
import { readPaths } from "../../../scripts/lib/source.ts";

// What src once wrote in several places, and where it is answered now. Other files that still write it have their reason here.

const HOMES: Readonly<Record<string, { written: RegExp; in: Readonly<Record<string, string>> }>> = {
  "the name of a UTC day or month": {
    written: /\.toISOString\(\)\s*\.slice\(0, (?:7|10)\)/,
    in: { "core/day.ts": "the home", "kit/fields.tsx": "kit takes nothing of core" },
  },
  "the first instant of a named month": {
    written: /-01T00:00:00Z`/,
    in: { "core/day.ts": "the home" },
  },
  "whole seconds since 1970": {
    written: /Math\.floor\([\w.()]+\.getTime\(\) \/ 1000\)/,
    in: { "core/day.ts": "the home" },
  },
  "an hour in milliseconds": {
    written: /\bHOUR_MS = 3_600_000/,
    in: { "core/day.ts": "the home" },
  },
  "the browser's time zone": {
    written: /DateTimeFormat\(\)\.resolvedOptions\(\)\.timeZone/,
    in: { "kit/format.ts": "the home" },
  },
  "callbacks outside React": {
    written: /new Set<\(\) => void>\(\)/,
    in: { "kit/listeners.ts": "the home", "kit/time.tsx": "stops its timer with the last one" },
  },
  "what a link says behind its #": {
    written: /sessionStorage\.setItem\([^,]+, hash\b/,
    in: { "console/sign-in/behind-hash.ts": "the home" },
  },
  "that changes of a tenant take turns": {
    written: /await lockMembers\(/,
    in: {
      "data/members/members.ts": "the home",
      "services/keys/keys.ts": "within the transaction of its caller",
    },
  },
  "a number with its noun": {
    written: /\bcounted = \(count\b/,
    in: { "core/text.ts": "the home", "console/operator/attention.ts": "large numbers, with separators" },
  },
  "a value that can have members": {
    written: /\b(?:is object =>|const isObject =)/,
    in: {
      "core/json.ts": "the home",
      "console/oidc/trial.ts": "claims, by name",
      "platform/process/intrinsics.ts": "functions count as well",
    },
  },
};

const sources = readPaths()
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({
    path,
    text: readFileSync(new URL(`../../../src/${path}`, import.meta.url), "utf8"),
  }));

test.each(Object.entries(HOMES))("%s has one home", (_, home) => {
  const found = sources.filter(({ text }) => home.written.test(text)).map(({ path }) => path);
  expect(found.toSorted()).toEqual(Object.keys(home.in).toSorted());
});

test("an array can have members, and is no JSON object", () => {
  const values = [{}, [], null, "text", 7, undefined];
  expect(values.map(isObject)).toEqual([true, true, false, false, false, false]);
  expect(values.map(isJsonObject)).toEqual([true, false, false, false, false, false]);
});
