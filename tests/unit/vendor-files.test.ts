import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readPaths } from "../../scripts/lib/source.ts";

/** What a program does; comments name vendors as examples. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(?<=^|\s)\/\/ .*$/gm, "");

/** Packs cite other people's pages, and vendors have some. */
const CITING = "src/core/policy/";

test.each([/yoti/i, /didit/i])("outside its folder and the lab, five files name a vendor: %s", (name) => {
  const isNamed = (path: string): boolean => name.test(withoutComments(readFileSync(path, "utf8")));
  const sources = readPaths().filter((path) => /\.tsx?$/.test(path) && !path.startsWith("methods/vendor/"));
  const paths = [...sources.map((path) => `src/${path}`), "scripts/local/vendors.ts"];
  expect(paths.filter((path) => !path.startsWith(CITING) && isNamed(path)).toSorted()).toEqual([
    "scripts/local/vendors.ts",
    "src/config/config.ts",
    "src/config/settings-table.ts",
    "src/console/providers/vendor-dialogs.tsx",
    "src/core/identity/vendor.ts",
  ]);
});
