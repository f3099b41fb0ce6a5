import { globSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ENGINES } from "../../scripts/lib/engine-pack.ts";
import { ROOT } from "../../scripts/lib/run.ts";
import { BAR, findCycles, findKnots } from "../../scripts/lib/shape.ts";
import { readEngineSources, readSources } from "../../scripts/lib/source.ts";

// The packages below packages/: what others install, and what the service, the lab and the conformance kit take by its face.

const manifest = z.object({
  name: z.string(),
  exports: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()).default({}),
});
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const manifestOf = (engine: string) => manifest.parse(JSON.parse(read(`packages/${engine}/package.json`)));

const all = readEngineSources();

const packageIn = (specifier: string): string =>
  specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");

/** Trained weights and an assembled kernel: data, as long as they are. */
const isData = (path: string): boolean => /\/mrz\/(?:weights|kernel-wasm)\.ts$/.test(path);

test("each folder is built and packed, after those that it needs", () => {
  const folders = globSync("packages/*/package.json", { cwd: ROOT }).map((path) => dirname(path));
  expect(folders.toSorted()).toEqual(ENGINES.map((engine) => join("packages", engine)).toSorted());
  const names = ENGINES.map((engine) => manifestOf(engine).name);
  for (const [place, engine] of ENGINES.entries())
    for (const needed of Object.keys(manifestOf(engine).dependencies).filter((name) => names.includes(name)))
      expect([engine, needed, names.indexOf(needed) < place]).toEqual([engine, needed, true]);
});

describe.each(ENGINES)("packages/%s", (engine) => {
  const sources = all.filter(({ path }) => path.startsWith(`packages/${engine}/`));
  const imports = sources.flatMap(({ path, imports: named }) => named.map((found) => ({ ...found, path })));

  test("imports nothing of the service, the lab or another package's inside", () => {
    const inside = `packages/${engine}/src/`;
    expect(imports.filter(({ isOurs, to }) => isOurs && !to.startsWith(inside))).toEqual([]);
  });

  test("asks for every package that it imports, and for no other", () => {
    const named = imports
      .filter(({ isOurs, to }) => !isOurs && !isBuiltin(to))
      .map(({ to }) => packageIn(to));
    const LOADED = /\b(?:require|resolve)\("([^"./][^"]*)"\)/g;
    const required = sources.flatMap(({ path }) =>
      [...read(path).matchAll(LOADED)].map(([, to = ""]) => packageIn(to)),
    );
    const asked = Object.keys(manifestOf(engine).dependencies);
    expect([...new Set([...named, ...required])].toSorted()).toEqual(asked.toSorted());
  });

  test("is within the bar of the service: sizes, circles, knots, casts, and time, chance and network as arguments", () => {
    const long = sources.filter(({ path, lines }) => lines > BAR.maxLines && !isData(path));
    expect(long.map(({ path }) => path)).toEqual([]);
    expect([findCycles(sources), findKnots(sources)]).toEqual([[], []]);
    const banned = sources.flatMap(({ path, findings }) =>
      findings.filter(({ rule }) => rule !== "branch").map(({ rule, line }) => `${path}:${line} ${rule}`),
    );
    expect(banned).toEqual([]);
  });

  test("the service reaches it by its faces", () => {
    const { name, exports } = manifestOf(engine);
    const faces = Object.keys(exports).map((face) => join(name, face));
    const taken = readSources().flatMap(({ path, imports: named }) =>
      named.filter(({ to }) => packageIn(to) === name).map(({ to }) => ({ path, to })),
    );
    expect(taken.filter(({ to }) => !faces.includes(to))).toEqual([]);
    expect(taken.length).toBeGreaterThan(0);
  });
});
