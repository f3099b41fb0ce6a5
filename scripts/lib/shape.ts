import { posix } from "node:path";
import type { SourceFile } from "./source.ts";

/** The bar of docs/architecture.md over what people wrote in src. Lines are counted without the final newline. */
export const BAR = {
  maxLines: 300,
  /** More are a hint that a folder wants a door, never a reason to move what belongs there: printed, and no fault. */
  folderFiles: 25,
  sameName: 5,
  /** Below this a file needs two importers, or a framework that asks for it. */
  smallLines: 20,
} as const;

// Catalogues of texts, weights of the reader: data, as long or as short as they are.
const isData = (path: string): boolean =>
  /^hosted\/(?:texts\/(?:[a-z]{2}|catalogues)|practice\/texts)\.ts$|^http\/gates\/page-texts\.ts$/.test(path);
// Node, Next or a browser starts with it.
const isFrameworks = (path: string): boolean =>
  path.startsWith("app/") || !path.includes("/") || /\/(?:scan-process|frame-worker)\.ts$/.test(path);
const FRAMEWORK_NAME = /^(?:page|layout|route|error|loading|not-found)$/;

/** A walk: the files to open, from the outside in, to understand one thing, and how many it may take. */
export type Walk = {
  name: string;
  most: number;
  files: readonly string[];
  /** Reached by a process, a socket or a name rather than by an import. */
  jumps?: readonly string[];
};

const linesOf = (files: readonly SourceFile[]): number => files.reduce((sum, file) => sum + file.lines, 0);

/** @param allPaths every file below src, style sheets and images among them; sources are counted by their lines. */
export function measureShape(files: readonly SourceFile[], allPaths: readonly string[]) {
  const code = files.filter(({ path }) => !isData(path));
  const lines = linesOf(files);
  const longest = code.reduce((a, b) => (b.lines > a.lines ? b : a), { path: "", lines: 0 });
  const importers = Map.groupBy(
    files.flatMap((file) => [...new Set(ourImports(file))]),
    (path) => path,
  );
  const isTooSmall = ({ path, lines: own }: SourceFile): boolean =>
    own < BAR.smallLines && !isFrameworks(path) && (importers.get(path)?.length ?? 0) < 2;
  return {
    files: allPaths.length,
    lines,
    meanLines: Math.round((10 * linesOf(code)) / Math.max(1, code.length)) / 10,
    longest: { path: longest.path, lines: longest.lines },
    tooLong: code.filter((file) => file.lines > BAR.maxLines).map(({ path }) => path),
    tooSmall: code.filter(isTooSmall).map(({ path }) => path),
    crowded: moreThan(BAR.folderFiles, allPaths, (path) => posix.dirname(path)),
    sameNames: moreThan(BAR.sameName, allPaths, nameOf).filter((name) => !FRAMEWORK_NAME.test(name)),
    cycles: findCycles(files),
    knots: findKnots(files),
    environmentReaders: files
      .filter((file) => file.findings.some(({ rule }) => rule === "process.env"))
      .map(({ path }) => path),
  };
}

const nameOf = (path: string): string => posix.basename(path).replace(/\..*$/, "");

const moreThan = (most: number, paths: readonly string[], keyOf: (path: string) => string): string[] =>
  [...Map.groupBy(paths, keyOf)].filter(([, group]) => group.length > most).map(([key]) => key);

/** What is outside the bar, one line each. */
export function faultsOf(shape: ReturnType<typeof measureShape>): string[] {
  return [
    ...shape.tooLong.map((path) => `${path} is longer than ${BAR.maxLines} lines`),
    ...shape.tooSmall.map((path) => `${path} is under ${BAR.smallLines} lines and has one importer at most`),
    ...shape.sameNames.map((name) => `more than ${BAR.sameName} files are named ${name}`),
    ...shape.cycles.map((cycle) => `import cycle: ${cycle.join(" → ")}`),
    ...shape.knots.map((knot) => `parts of one folder that import each other: ${knot.join(", ")}`),
    ...shape.environmentReaders
      .filter((path) => path !== "config/config.ts")
      .map((path) => `${path} reads process.env; only config/config.ts may`),
  ];
}

/**
 * What is wrong with a walk: a file that is gone, more files than it may take, or a file that no other of the walk
 * imports, so that nobody would come to it that way. The first file is the entrance; a jump needs no import.
 */
export function walkFaults(walk: Walk, files: readonly SourceFile[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const reached = new Set(walk.files.flatMap((path) => byPath.get(path)?.imports.map(({ to }) => to) ?? []));
  const isReached = (path: string, index: number): boolean =>
    index === 0 || reached.has(path) || (walk.jumps ?? []).includes(path);
  return [
    ...(walk.files.length > walk.most
      ? [`${walk.name}: ${walk.files.length} files, allowed ${walk.most}`]
      : []),
    ...walk.files.filter((path) => !byPath.has(path)).map((path) => `${walk.name}: ${path} is gone`),
    ...walk.files
      .filter((path, index) => byPath.has(path) && !isReached(path, index))
      .map((path) => `${walk.name}: no other file of the walk imports ${path}`),
  ];
}

/** Groups of files that import each other, types included, each as one walk around (depth first, every edge once). */
export function findCycles(files: readonly SourceFile[]): string[][] {
  const edges = new Map(files.map((file) => [file.path, ourImports(file)]));
  const done = new Set<string>();
  const cycles: string[][] = [];
  const walk = (path: string, trail: string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) cycles.push([...trail.slice(start), path]);
    if (start >= 0 || done.has(path)) return;
    for (const next of edges.get(path) ?? []) walk(next, [...trail, path]);
    done.add(path);
  };
  for (const path of edges.keys()) walk(path, []);
  return cycles;
}

/**
 * The two parts of one folder that an import ties: `services/wallet` and `services/ids.ts`; null where it leads
 * to another layer.
 */
const partsTied = (from: string, to: string): readonly [string, string] | null => {
  const [here, there] = [from.split("/"), to.split("/")];
  const fork = here.findIndex((name, depth) => name !== there[depth]);
  const partOf = (names: readonly string[]): string => names.slice(0, fork + 1).join("/");
  return fork < 1 ? null : [partOf(here), partOf(there)];
};

/**
 * Groups of files and folders within one folder, at any depth of a layer, of which each leads to each other by imports,
 * types included; sorted by name.
 */
export function findKnots(files: readonly SourceFile[]): string[][] {
  const ties = files
    .flatMap((file) => ourImports(file).map((to) => partsTied(file.path, to)))
    .filter((tie) => tie !== null);
  const tiesOf = Map.groupBy(ties, ([from]) => from);
  const reachedFrom = (part: string): Set<string> => {
    const reached = new Set<string>();
    const open = [part];
    for (const from of open)
      for (const [, to] of tiesOf.get(from) ?? [])
        if (!reached.has(to)) {
          reached.add(to);
          open.push(to);
        }
    return reached;
  };
  const reached = new Map([...tiesOf.keys()].map((part) => [part, reachedFrom(part)]));
  const knotOf = (part: string): string =>
    [...(reached.get(part) ?? [])]
      .filter((other) => reached.get(other)?.has(part))
      .toSorted()
      .join(" ");
  return [...new Set([...tiesOf.keys()].map(knotOf))]
    .filter((knot) => knot !== "")
    .toSorted()
    .map((knot) => knot.split(" "));
}

const ourImports = (file: SourceFile): string[] =>
  file.imports.filter(({ isOurs }) => isOurs).map(({ to }) => to);
