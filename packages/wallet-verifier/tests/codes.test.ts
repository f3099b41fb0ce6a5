import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { WALLET_CODES } from "../src/result.ts";

/** Beside this file are the tests of the verifier alone, and there those with parts of the service. */
const FOLDERS = [".", "../../../tests/unit/methods/wallet/"].map((path) => new URL(path, import.meta.url));

test("every code is provoked by some test, and says what it means", () => {
  const texts = FOLDERS.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".test.ts") && name !== "codes.test.ts")
      .map((name) => readFileSync(new URL(name, folder), "utf8")),
  ).join("\n");
  expect(Object.keys(WALLET_CODES).filter((code) => !texts.includes(`"${code}"`))).toEqual([]);
  expect(Object.values(WALLET_CODES).every((meaning) => meaning.length > 20)).toBe(true);
});
