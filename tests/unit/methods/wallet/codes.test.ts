import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { WALLET_CODES } from "#methods/wallet/result.ts";

test("every code is provoked by some test, and says what it means", () => {
  const here = new URL(".", import.meta.url);
  const texts = readdirSync(here)
    .filter((name) => name.endsWith(".test.ts") && name !== "codes.test.ts")
    .map((name) => readFileSync(new URL(name, here), "utf8"))
    .join("\n");
  expect(Object.keys(WALLET_CODES).filter((code) => !texts.includes(`"${code}"`))).toEqual([]);
  expect(Object.values(WALLET_CODES).every((meaning) => meaning.length > 20)).toBe(true);
});
