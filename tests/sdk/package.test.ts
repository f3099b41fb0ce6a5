import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { openApiDocument } from "#contracts/public/openapi.ts";
import { ALL_EVENT_NAMES } from "#core/event.ts";
import { ROOT } from "../../scripts/lib/run.ts";
import { compiledSdk, sdkApiReport } from "../../scripts/lib/sdk-api.ts";
import { sdkTypes } from "../../scripts/lib/sdk-types.ts";
import { readModel } from "../../scripts/sdk/model.ts";
import { Lintel } from "../../sdk/typescript/src/index.ts";
import { VERSION } from "../../sdk/typescript/src/version.ts";
import { readCases } from "./support/cases.ts";

const read = (path: string): string => readFileSync(join(ROOT, "sdk/typescript", path), "utf8");

let compiled: ReadonlyMap<string, string> | undefined;
/** Once for all tests: TypeScript takes seconds. */
const scriptsOf = (): ReadonlyMap<string, string> => {
  compiled ??= compiledSdk("scripts");
  return compiled;
};

test("the types are those of the contracts (mended by `npm run sdk:types`)", () => {
  const made = execFileSync(
    join(ROOT, "node_modules/.bin/biome"),
    ["format", "--stdin-file-path=sdk/typescript/src/types.ts"],
    { cwd: ROOT, input: sdkTypes(openApiDocument("https://lintel.example")), encoding: "utf8" },
  );
  expect(read("src/types.ts")).toBe(made);
});

test("the public interface is the reported one (mended by `npm run sdk:types`)", () => {
  expect(read("api-report.md")).toBe(sdkApiReport());
});

const WEBHOOKS = ["webhooks.js", "handler.js", "memory-store.js", "opening.js"];
const CHECK = ["verify.js", "errors.js", "environment.js"];

test("all that is downloaded has at most 15 kB, compressed; webhooks alone 7 kB, their check 4 kB", () => {
  const scripts = scriptsOf();
  const bytesOf = (names: Iterable<string>): number =>
    gzipSync([...names].map((name) => scripts.get(name)).join("\n")).length;
  expect(bytesOf(scripts.keys())).toBeLessThanOrEqual(15_000);
  expect(bytesOf([...WEBHOOKS, ...CHECK])).toBeLessThanOrEqual(7_000);
  expect(bytesOf(CHECK)).toBeLessThanOrEqual(4_000);
});

test("webhooks.ts can be imported alone: nothing of the client comes along", () => {
  const importsOf = (name: string): string[] =>
    [...(scriptsOf().get(name) ?? "").matchAll(/from "\.\/([^"]+)"/g)].map(([, from]) => from ?? "");
  for (const name of [...WEBHOOKS, ...CHECK])
    expect([...WEBHOOKS, ...CHECK], name).toEqual(expect.arrayContaining(importsOf(name)));
});

test("the package has no dependencies, and one version", () => {
  const description = JSON.parse(read("package.json"));
  expect(Object.keys(description).filter((name) => /dependencies/i.test(name))).toEqual([]);
  expect(VERSION).toBe(description.version);
  for (const [name, script] of scriptsOf())
    for (const [, from = ""] of script.matchAll(/from "([^"]+)"/g)) expect(from, name).toMatch(/^\.\//);
});

/** The names of the client's methods. */
const operationsHere = (): string[] => {
  const client = new Lintel({ baseUrl: "http://localhost:1" });
  const operations = Object.getOwnPropertyNames(Lintel.prototype).filter((name) => name !== "constructor");
  const admin = Object.entries(client.admin).flatMap(([name, group]) =>
    typeof group === "function" ? [`admin.${name}`] : Object.keys(group).map((one) => `admin.${name}.${one}`),
  );
  return [...operations, ...admin];
};

test("the operations are those that the other languages' SDKs are made with, under the same names", () => {
  const { operations } = readModel(openApiDocument("https://lintel.example"));
  const made = operations.map(({ name }) => name);
  expect(operationsHere().toSorted()).toEqual([...made, "wait"].toSorted());
});

test("the README lists every operation, and no other", () => {
  const [, table = ""] = read("README.md").split("## Operations");
  const listed = (table.split("## Errors")[0] ?? "")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => {
      const names = [...(line.split(" | ")[0] ?? "").matchAll(/`([\w.]+)\(/g)].map(([, name = ""]) => name);
      const [first = ""] = names;
      return names.map((name) =>
        name.startsWith(".") ? first.slice(0, first.lastIndexOf(".")) + name : name,
      );
    });
  expect(listed.toSorted()).toEqual([...operationsHere(), "webhooks.verify"].toSorted());
});

test("the walk's shop is the example that receivers.test.ts runs", () => {
  const walk = readFileSync(join(ROOT, "docs/integrate-typescript.md"), "utf8");
  expect(walk.split("```js\n")[1]?.split("```")[0]).toBe(read("examples/shop/shop.mjs"));
});

test("the case of all kinds names every event that the service sends, in each language's handler", () => {
  const all = readCases()
    .get("handler")
    ?.find(({ id }) => id === "handler-all-kinds");
  expect([...(all?.handler?.on ?? [])].toSorted()).toEqual([...ALL_EVENT_NAMES, "default"].toSorted());
});
