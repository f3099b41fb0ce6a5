import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../../scripts/lib/run.ts";
import { readPaths } from "../../../scripts/lib/source.ts";

// A membership is a person's yes: it is written in one place, which wants to know how they said it.

const sources = readPaths().filter((path) => /\.tsx?$/.test(path));

const filesWith = (pattern: RegExp): string[] =>
  sources.filter((path) => pattern.test(readFileSync(join(ROOT, "src", path), "utf8"))).toSorted();

test("memberships are written by one function, and those who call it have the person's consent", () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(filesWith(/membership\s*\.\s*(create|upsert)|insert into membership\b/i)).toEqual([
    "data/members/members.ts",
  ]);
  expect(filesWith(/insertMembership\(/)).toEqual([
    // An invitation's link, or the console's question.
    "services/members/accept-invitation.ts",
    // The console's question.
    "services/members/directory-people.ts",
    // The person's own tenant.
    "services/members/identify.ts",
  ]);
});
