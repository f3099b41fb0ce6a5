import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readSources } from "../../scripts/lib/source.ts";

// A visitor's check counts when a method is first used: services/check/visitors-check.ts. A way to use one that does not go
// through it would be free, and one that counts on its own would count twice.

const SOURCES = readSources().map(({ path }) => ({ path, text: readFileSync(`src/${path}`, "utf8") }));

const sourcesWith = (pattern: RegExp): string[] =>
  SOURCES.filter(({ path, text }) => path.startsWith("services/") && pattern.test(text)).map(
    ({ path }) => path,
  );

/** Asks a method for its question: a form, a link, a passkey. */
const ASKS = /\b[mM]ethod\??\.start\(|\baskPerson\(/;

test("whatever asks a method takes it first, by the one function that counts", () => {
  // A key is looked up and deleted at its own page: there is no check.
  const withoutCheck = ["services/age-keys/manage.ts"];
  const taking = sourcesWith(/\bawait takeMethod\(/);
  const asking = sourcesWith(ASKS).filter((path) => !withoutCheck.includes(path));
  expect(asking.length).toBeGreaterThan(4);
  expect(asking.filter((path) => !taking.includes(path))).toEqual([]);
  expect(taking).toEqual(
    expect.arrayContaining(["services/hosted/simulate.ts", "services/identity/sign-in.ts"]),
  );
});

test("nothing else asks whether a method is offered, but for the look under the lease", () => {
  expect(sourcesWith(/\brequireOffered\(/)).toEqual([
    "services/check/visitors-check.ts",
    "services/hosted/submit.ts",
  ]);
});

test("nothing else counts a visitor's check, but for its decision", () => {
  expect(sourcesWith(/\bcountStep\(/)).toEqual(["services/check/end.ts", "services/check/visitors-check.ts"]);
});
