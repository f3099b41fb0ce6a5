import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { en } from "#hosted/texts/en.ts";

test("the preview of a tenant's brand has the title of the page that people see", () => {
  const section = readFileSync("src/console/settings/brand-section.tsx", "utf8");
  expect(section).toContain(en.start.title.replace("{tenant}", "{name}"));
});
