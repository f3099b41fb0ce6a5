import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readPaths } from "../../scripts/lib/source.ts";

/** What a program does; comments name vendors as examples. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(?<=^|\s)\/\/ .*$/gm, "");

const namesYoti = (path: string): boolean => /yoti/i.test(withoutComments(readFileSync(path, "utf8")));

test("a vendor is one folder: outside it and the lab, five files name it", () => {
  const sources = readPaths().filter((path) => /\.tsx?$/.test(path) && !path.startsWith("methods/vendor/"));
  const paths = [...sources.map((path) => `src/${path}`), "scripts/local/vendors.ts"];
  expect(paths.filter(namesYoti).toSorted()).toEqual([
    "scripts/local/vendors.ts",
    "src/config/config.ts",
    "src/config/settings-table.ts",
    "src/console/providers/vendor-dialogs.tsx",
    "src/core/identity/vendor.ts",
  ]);
});
