import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "#core/language.ts";
import { ROOT } from "../../../scripts/lib/run.ts";

const script = readFileSync(join(ROOT, "public/gate.js"), "utf8");

describe("public/gate.js", () => {
  test("is at most 6 kB on the wire, as it is written", () => {
    expect(gzipSync(script).length).toBeLessThanOrEqual(6000);
  });

  test("uses nothing that a strict policy forbids, and keeps nothing on the site", () => {
    expect(
      script.match(
        /\beval\b|new Function|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\.style\b|cssText|"style"|cookie|localStorage|sessionStorage/g,
      ),
    ).toBeNull();
  });

  test("has all of its words in every language", () => {
    const words = Object.fromEntries(
      [...script.matchAll(/^ {4}([a-z]{2}): "([^"]*)",$/gm)].map(([, language = "", text = ""]) => [
        language,
        text.split("|"),
      ]),
    );
    expect(Object.keys(words)).toEqual([...LANGUAGES]);
    for (const language of LANGUAGES) {
      expect(words[language]).toHaveLength(11);
      expect(words[language]?.filter((word) => word.trim() === "")).toEqual([]);
    }
  });
});
