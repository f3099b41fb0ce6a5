import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { lacking } from "../../../scripts/lib/install.mjs";

let root = "";

const write = (path: string, content: unknown): void => {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), JSON.stringify(content));
};
const installed = (name: string, version: string): void =>
  write(`node_modules/${name}/package.json`, { name, version });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "lintel-install-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  write("package-lock.json", {
    packages: {
      "": { dependencies: { nodemailer: "9.0.0" }, devDependencies: { vitest: "5.1.1" } },
      lab: { dependencies: { "@scope/paint": "1.0.0" } },
      "node_modules/lab": { resolved: "lab", link: true },
      "node_modules/nodemailer": { version: "9.0.0" },
      "node_modules/vitest": { version: "5.1.1", dev: true },
      "node_modules/@scope/paint": { version: "1.0.0", dev: true },
    },
  });
  installed("nodemailer", "9.0.0");
  installed("vitest", "5.1.1");
  installed("@scope/paint", "1.0.0");
});

test("packages that are installed as the lock file says are not lacking", () => {
  expect(lacking(root)).toEqual([]);
});

test("a package that a release added, and one in an older version, are lacking until they are installed", () => {
  rmSync(join(root, "node_modules/nodemailer"), { recursive: true });
  installed("vitest", "5.0.0");
  expect(lacking(root)).toEqual(["nodemailer", "vitest"]);
});

test("production does without the packages of development", () => {
  rmSync(join(root, "node_modules/vitest"), { recursive: true });
  rmSync(join(root, "node_modules/@scope"), { recursive: true });
  expect(lacking(root)).toEqual(["vitest", "@scope/paint"]);
  expect(lacking(root, false)).toEqual([]);
});

test("a command that needs a package says `npm ci`, without a stack trace", () => {
  const script = join(root, "scripts/lib/install.mjs");
  cpSync(new URL("../../../scripts/lib/install.mjs", import.meta.url), script);
  rmSync(join(root, "node_modules/nodemailer"), { recursive: true });
  const run = spawnSync(
    process.execPath,
    ["--input-type=module", "-e", `(await import(${JSON.stringify(script)})).requireInstalled()`],
    { encoding: "utf8" },
  );
  expect([run.status, run.stderr.trim()]).toEqual([
    1,
    "Not installed, or in another version than package-lock.json has: nodemailer.\nRun `npm ci` and start again.",
  ]);
});
