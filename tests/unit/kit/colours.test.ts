import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../../scripts/lib/run.ts";

// Colours that are written outside tokens.css, because what needs them cannot read it, or must not follow the device.
// The gate's page and its frame have their own test: tests/unit/gates/pages.test.ts.

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

const tokensIn = (rules: string): Map<string, string> =>
  new Map([...rules.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]));

const [inLight = "", inDark = ""] = read("src/kit/tokens.css").split("@media (prefers-color-scheme: dark)");
const light = tokensIn(inLight);
const dark = tokensIn(inDark);

const palette = read("src/console/palette.css");

test("the console's themes have every colour that differs between light and dark, as the device's themes have it", () => {
  const [, copied = ""] = palette.split(":root:has([data-theme]) {");
  const pairs = [...copied.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)];
  const own = pairs.map(([, name, ofLight, ofDark]) => [name, ofLight, ofDark]);
  const wanted = [...dark].filter(([name, colour]) => colour.startsWith("#") && colour !== light.get(name));
  expect(wanted.length).toBeGreaterThan(6);
  expect(own).toEqual(wanted.map(([name, colour]) => [name, light.get(name), colour]));
});

test("the browser's own bars have the paper's colour in light and dark", () => {
  const bars = [...read("src/app/layout.tsx").matchAll(/-scheme: (\w+)\)", color: "(#[0-9a-f]{6})"/g)];
  expect(bars.map(([, theme, colour]) => [theme, colour])).toEqual([
    ["light", light.get("paper")],
    ["dark", dark.get("paper")],
  ]);
});

test("the mark has the accent's colour, and the logo's word the ink's", () => {
  for (const file of ["src/app/icon.svg", "public/mark.svg"])
    expect(read(file)).toContain(`fill="${light.get("accent")}"`);
  const colours = [...read("public/logo.svg").matchAll(/:root\{color:(#[0-9a-f]{6})\}/g)];
  expect(colours.map(([, colour]) => colour)).toEqual([light.get("ink"), dark.get("ink")]);
});

test("the preview of a tenant's brand shows the page in light, whatever the member's theme", () => {
  const [, soft] = /--neutral-soft: light-dark\((#[0-9a-f]{6})/.exec(palette) ?? [];
  const used = [...read("src/console/settings/brand-section.tsx").matchAll(/#[0-9a-f]{6}/g)];
  expect(used.length).toBeGreaterThan(4);
  for (const [colour] of used) expect([...light.values(), soft]).toContain(colour);
});
