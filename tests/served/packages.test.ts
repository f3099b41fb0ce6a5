import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PACKAGE_FILES, type PackageFile, packageFile } from "../../scripts/lib/packages.ts";
import { ROOT } from "../../scripts/lib/run.ts";
import { lacksGo, lacksPhp, lacksPython, python } from "../sdk/support/languages.ts";
import { type Served, serveBuild } from "../support/http/served.ts";

// What the running service hands out, installed in empty folders as its guides say.

const VERSION: string = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).version;

let served: Served;
let folder: string;
beforeAll(async () => {
  served = await serveBuild({ LINTEL_ENV: "development" });
  folder = mkdtempSync(join(tmpdir(), "lintel-handed-out-"));
}, 300_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await served[Symbol.asyncDispose]();
});

const address = (path: string): string => `http://127.0.0.1:${served.port}/sdk/${path}`;
const bytesOf = async (path: string): Promise<Buffer> => {
  const answer = await fetch(address(path));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
};

const emptyFolder = (name: string): string => {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
};

/** What a program prints. @throws Error with all of it, if it fails */
const run = (
  cwd: string,
  [program = "", ...args]: string[],
  env: Record<string, string> = {},
): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, NO_COLOR: "1", HOME: cwd, ...env } });
    let out = "";
    child.stdout.on("data", (part) => (out += part));
    child.stderr.on("data", (part) => (out += part));
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve(out) : reject(new Error(`${program} ${args.join(" ")}: ${code}\n${out}`)),
    );
  });

test("SHA256SUMS names each archive and fits it", async () => {
  const lines = (await bytesOf("SHA256SUMS")).toString().trim().split("\n");
  const names = Object.keys(PACKAGE_FILES).map((name) => packageFile(name as PackageFile, VERSION));
  expect(lines.map((line) => line.split("  ")[1]).toSorted()).toEqual(names.toSorted());
  for (const line of lines) {
    const [sum, name = ""] = line.split("  ");
    expect([
      name,
      createHash("sha256")
        .update(await bytesOf(name))
        .digest("hex"),
    ]).toEqual([name, sum]);
  }
});

describe("npm", () => {
  test("the TypeScript SDK, from modules and from CommonJS", async () => {
    const at = emptyFolder("npm");
    writeFileSync(join(at, "package.json"), '{ "private": true }');
    await run(at, ["npm", "install", "--no-audit", "--no-fund", address(packageFile("typescript", VERSION))]);
    const use = "console.log(sdk.VERSION, typeof sdk.Lintel, typeof hooks.verify);";
    writeFileSync(
      join(at, "a.mjs"),
      `import * as sdk from "@lintel/sdk"; import * as hooks from "@lintel/sdk/webhooks"; ${use}`,
    );
    writeFileSync(
      join(at, "b.cjs"),
      `const sdk = require("@lintel/sdk"); const hooks = require("@lintel/sdk/webhooks"); ${use}`,
    );
    for (const file of ["a.mjs", "b.cjs"])
      expect(await run(at, [process.execPath, file])).toBe(`${VERSION} function function\n`);
  });

  test("the command line, by npx", async () => {
    const at = emptyFolder("npx");
    const said = await run(at, ["npx", "--yes", address(packageFile("cli", VERSION)), "--version"]);
    expect(said).toContain(VERSION);
  });
});

const noPython = lacksPython();
test.skipIf(noPython !== null)(
  noPython ?? "Python: the wheel, and each of its files as its RECORD says",
  async () => {
    const at = emptyFolder("python");
    const wheel = join(at, packageFile("python", VERSION));
    writeFileSync(wheel, await bytesOf(packageFile("python", VERSION)));
    const program = `
import base64, hashlib, sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
rows = [row.split(",") for row in wheel.read("lintel-${VERSION}.dist-info/RECORD").decode().split()]
assert sorted(name for name, *_ in rows) == sorted(wheel.namelist()), "RECORD"
for name, digest, size in rows[:-1]:
    content = wheel.read(name)
    made = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
    assert (digest, size) == ("sha256=" + made, str(len(content))), name
sys.path.insert(0, sys.argv[1])
import lintel
from importlib import metadata
print(lintel.__version__, metadata.version("lintel"), metadata.metadata("lintel")["Requires-Python"])
`;
    writeFileSync(join(at, "look.py"), program);
    const [interpreter = "python3"] = python("x");
    expect(await run(at, [interpreter, "look.py", wheel])).toBe(`${VERSION} ${VERSION} >=3.9\n`);
  },
);

const noPhp = lacksPhp();
test.skipIf(noPhp !== null)(noPhp ?? "PHP: the archive, with its version for Composer", async () => {
  const at = emptyFolder("php");
  writeFileSync(join(at, "lintel.zip"), await bytesOf(packageFile("php", VERSION)));
  const [interpreter = "python3"] = python("x");
  await run(at, [interpreter, "-m", "zipfile", "--extract", "lintel.zip", "lintel"]);
  expect(JSON.parse(readFileSync(join(at, "lintel/composer.json"), "utf8"))).toMatchObject({
    name: "lintel/lintel",
    version: VERSION,
  });
  writeFileSync(
    join(at, "a.php"),
    `<?php require "lintel/autoload.php"; echo (new \\Lintel\\Client(apiKey: "avk_test_x", baseUrl: "http://localhost:1"))::class;`,
  );
  expect(await run(at, ["php", "a.php"])).toBe("Lintel\\Client");
});

const noGo = lacksGo();
test.skipIf(noGo !== null)(
  noGo ?? "Go: go get from the service as a module proxy, and go vet",
  async () => {
    const at = emptyFolder("go");
    const module = "github.com/lintel/lintel-go";
    writeFileSync(
      join(at, "main.go"),
      `package main\n\nimport (\n\t"fmt"\n\n\tlintel "${module}"\n)\n\nfunc main() { fmt.Println(lintel.Version) }\n`,
    );
    const env = {
      GOPROXY: address("go"),
      GONOSUMDB: module,
      GOFLAGS: "-mod=mod",
      GOPATH: join(at, ".go"),
      GOCACHE: join(at, ".cache"),
      GOTOOLCHAIN: "local",
    };
    await run(at, ["go", "mod", "init", "shop.example/shop"], env);
    await run(at, ["go", "get", `${module}@v${VERSION}`], env);
    await run(at, ["go", "vet", "./..."], env);
    expect(await run(at, ["go", "run", "."], env)).toBe(`${VERSION}\n`);
    await run(at, ["go", "clean", "-modcache"], env); // read-only otherwise
  },
  180_000,
);
