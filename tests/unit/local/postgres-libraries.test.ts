import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { linkLibraries } from "../../../scripts/local/postgres-home.ts";

/** The folder of a PostgreSQL as npm unpacks it: a list of links, and none of them made. */
const unpacked = (links?: readonly { source: string; target: string }[]): string => {
  const root = mkdtempSync(join(tmpdir(), "lintel-libraries-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, "native/lib"), { recursive: true });
  writeFileSync(join(root, "native/lib/libicu.so.60.2"), "the library");
  if (links !== undefined) writeFileSync(join(root, "native/pg-symlinks.json"), JSON.stringify(links));
  return join(root, "native");
};
const LINKS = ["libicu.so", "libicu.so.60"].map((name) => ({
  source: "native/lib/libicu.so.60.2",
  target: `native/lib/${name}`,
}));

test("after `npm ci --ignore-scripts` PostgreSQL finds its libraries: the links are made here", () => {
  const native = unpacked(LINKS);
  linkLibraries(native);
  expect(readlinkSync(join(native, "lib/libicu.so"))).toBe("libicu.so.60.2");
  expect(readFileSync(join(native, "lib/libicu.so.60"), "utf8")).toBe("the library");
});

test("links that are there stay as they are, and a package without a list needs none", () => {
  const native = unpacked(LINKS);
  linkLibraries(native);
  expect(() => linkLibraries(native)).not.toThrow();
  expect(() => linkLibraries(unpacked())).not.toThrow();
});

test("where a link cannot be made, the words name it and what to do", () => {
  const native = unpacked([{ source: "native/lib/libicu.so.60.2", target: "native/gone/libicu.so" }]);
  expect(() => linkLibraries(native)).toThrow(/gone\/libicu\.so is missing, .*DATABASE_URL/s);
});
