import type { SourceFile } from "./source.ts";

// The bar of the architecture, over what was written by hand in src.
export const BAR = { medianLines: 70, p90Lines: 180, maxLines: 250 } as const;

export type Shape = {
  files: number;
  lines: number;
  medianLines: number;
  p90Lines: number;
  longest: { path: string; lines: number };
  tooLong: string[];
  cycles: string[][];
  environmentReaders: string[];
};

export function measureShape(files: readonly SourceFile[]): Shape {
  const byLength = [...files].sort((a, b) => a.lines - b.lines);
  const at = (share: number) =>
    byLength[Math.min(byLength.length - 1, Math.floor(byLength.length * share))]?.lines ?? 0;
  const longest = byLength.at(-1);
  return {
    files: files.length,
    lines: files.reduce((sum, file) => sum + file.lines, 0),
    medianLines: at(0.5),
    p90Lines: at(0.9),
    longest: { path: longest?.path ?? "", lines: longest?.lines ?? 0 },
    tooLong: files.filter((file) => file.lines > BAR.maxLines).map((file) => file.path),
    cycles: findCycles(files),
    environmentReaders: files
      .filter((file) => file.findings.some(({ rule }) => rule === "process.env"))
      .map((file) => file.path),
  };
}

/** What is outside the bar, one line each. */
export function faultsOf(shape: Shape): string[] {
  const { medianLines, p90Lines, tooLong, cycles, environmentReaders } = shape;
  return [
    ...(medianLines > BAR.medianLines ? [`median ${medianLines} lines, allowed ${BAR.medianLines}`] : []),
    ...(p90Lines > BAR.p90Lines ? [`p90 ${p90Lines} lines, allowed ${BAR.p90Lines}`] : []),
    ...tooLong.map((path) => `${path} is longer than ${BAR.maxLines} lines`),
    ...cycles.map((cycle) => `import cycle: ${cycle.join(" → ")}`),
    ...environmentReaders
      .filter((path) => path !== "config.ts")
      .map((path) => `${path} reads process.env; only config.ts may`),
  ];
}

/** Groups of files that import each other at run time, each as one walk around (depth first, every edge once). */
export function findCycles(files: readonly SourceFile[]): string[][] {
  const edges = new Map(files.map((file) => [file.path, runtimeImports(file)]));
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

const runtimeImports = (file: SourceFile): string[] =>
  file.imports.filter((found) => found.isOurs && found.isRuntime).map((found) => found.to);
