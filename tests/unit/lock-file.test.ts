import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { completed, missingPackages } from "../../scripts/lib/lock-file.ts";

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), "utf8"));

test("package-lock.json holds every platform's packages, or `npm ci` refuses (mended by `npm run lock`)", () => {
  expect(missingPackages(read("package-lock.json"))).toEqual([]);
});

test("package-lock.json knows what package.json asks for", () => {
  const { dependencies, devDependencies } = read("package.json");
  expect(read("package-lock.json").packages[""]).toMatchObject({ dependencies, devDependencies });
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
