import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { packSdk } from "../../../scripts/lib/sdk-pack.ts";
import { temporaryFolder } from "../../support/cli/run-cli.ts";

/** Names of installed packages, for a package of a scope too. */
const installedIn = (folder: string): string[] =>
  readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."));

test("the packed command line installs in an empty folder without dependencies, and runs there", () => {
  const [{ version, file } = { version: "", file: "" }] = packSdk(temporaryFolder(), "lintel");
  const folder = temporaryFolder();
  writeFileSync(join(folder, "package.json"), "{}");
  const env = {
    ...process.env,
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    HOME: folder,
    npm_config_update_notifier: "false",
  };
  const npm = (...args: string[]) => execFileSync("npm", args, { cwd: folder, env, encoding: "utf8" });
  npm("install", "--offline", "--no-audit", "--no-fund", file);
  expect(installedIn(folder)).toEqual(["lintel"]);

  const lintel = (...args: string[]) =>
    execFileSync("npx", ["lintel", ...args], { cwd: folder, env, encoding: "utf8" });
  expect(lintel("--version")).toBe(`${version}\n`);
  expect(lintel("help")).toContain("Usage: lintel <command>");
  expect(lintel("help", "mcp")).toContain("Model Context Protocol");

  const home = join(folder, "node_modules/lintel");
  expect(readdirSync(home).toSorted()).toEqual(["LICENSE", "README.md", "bin", "dist", "package.json"]);
  // What is imported by name and is not Node's own would be missing here.
  const bundle = readFileSync(join(home, "dist/main.mjs"), "utf8");
  const imported = [...bundle.matchAll(/(?:\bfrom|import\()\s*"([\w@./:-]+)"/g)].map(([, name = ""]) => name);
  expect(imported.filter((name) => !name.startsWith("node:"))).toEqual([]);
});
