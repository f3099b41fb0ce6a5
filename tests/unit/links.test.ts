import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { expect, test } from "vitest";

const pages = execFileSync("git", ["ls-files", "*.md"], { encoding: "utf8" })
  .split("\n")
  .filter((path) => path !== "" && existsSync(path));

const withoutCode = (path: string): string => readFileSync(path, "utf8").replace(/^```.*?^```/gms, "");

/** Addresses of a page's headings, as forges make them. */
const anchorsOf = (path: string): Set<string> =>
  new Set(
    [...withoutCode(path).matchAll(/^#+\s+(.*)$/gm)].map(([, heading = ""]) =>
      heading
        .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_\- ]/gu, "")
        .trim()
        .replaceAll(" ", "-"),
    ),
  );

test.each(pages)("the links of %s lead to files and headings that exist", (page) => {
  const broken = [...withoutCode(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, address = ""]) => address)
    .filter((address) => !/^(?:https?|mailto):/.test(address))
    .filter((address) => {
      const [path = "", anchor] = address.split("#");
      const target = path === "" ? page : posix.join(posix.dirname(page), path);
      if (!existsSync(target)) return true;
      return anchor !== undefined && target.endsWith(".md") && !anchorsOf(target).has(anchor);
    });
  expect(broken).toEqual([]);
});
