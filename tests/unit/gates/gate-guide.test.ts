import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { GateToConfigure } from "#core/gates/configurations/gate-to-configure.ts";
import { GATE_CONFIGURATIONS } from "#core/gates/configurations.ts";

const GUIDE = new URL("../../../docs/gate.md", import.meta.url);

/** The gate that the guide shows configurations for. */
const EXAMPLE: GateToConfigure = {
  siteId: "gat_01kb2x6m3q8f5v7w9y0z1a2c3d",
  origin: "https://shop.example",
  host: "shop.example",
  threshold: "18",
  cookieName: "__Host-lintel_gate_18",
  openPaths: ["/health", "/assets/"],
  publicUrl: "https://age.example.com",
  lifetimeSeconds: 14_400,
};

const sectionOf = (name: string): RegExp =>
  new RegExp(`(?<=^#{2,3} ${name}\\n(?:(?!^#).*\\n)*?\`\`\`\\w*\\n)`, "m");

/** The guide with the text of a configuration in the first block of its section. */
const withBlock = (guide: string, name: string, code: string): string => {
  const from = guide.search(sectionOf(name));
  return guide.slice(0, from) + code + guide.slice(guide.indexOf("```\n", from));
};

/** The same with its second block, which begins where the first one ends. */
const withSecondBlock = (guide: string, name: string, code: string): string => {
  const first = guide.slice(guide.search(sectionOf(name)));
  const from = guide.length - first.length + first.search(/(?<=^```\n(?:(?!#).*\n)*?```\w+\n)/m);
  return guide.slice(0, from) + code + guide.slice(guide.indexOf("```\n", from));
};

test.each(GATE_CONFIGURATIONS)("the guide has a section for $name, with a text to copy", ({ name }) => {
  expect(readFileSync(GUIDE, "utf8")).toMatch(sectionOf(name));
});

// After a change of a configuration: npx vitest run --project unit tests/unit/gates/gate-guide.test.ts -u
test("each text of the guide is what the console prints for its example", async () => {
  const guide = readFileSync(GUIDE, "utf8");
  const printed = GATE_CONFIGURATIONS.reduce((text, { name, code, also }) => {
    const first = withBlock(text, name, code(EXAMPLE));
    return also ? withSecondBlock(first, name, also.code(EXAMPLE)) : first;
  }, guide);
  expect(guide).toContain(EXAMPLE.siteId);
  await expect(printed).toMatchFileSnapshot(GUIDE.pathname);
});

test.each(GATE_CONFIGURATIONS)(
  "the text for $name has the gate's own values, and never a secret",
  ({ needsSecret, code, also }) => {
    const other = { ...EXAMPLE, siteId: "gat_other", publicUrl: "https://other.example" };
    const text = code(other) + (also?.code(other) ?? "");
    expect(text).toContain("https://other.example".replace("https://", ""));
    expect(text).not.toMatch(/gs_[\w-]{43}/);
    if (needsSecret) expect(text).toContain("GATE_SECRET");
  },
);

test("the text for WordPress names what an owner can get, and no folder of this repository", () => {
  const text = GATE_CONFIGURATIONS.find(({ id }) => id === "wordpress")?.code(EXAMPLE);
  expect(text).toContain("lintel-age-gate.zip");
  expect(text).not.toContain("sdk/");
});
