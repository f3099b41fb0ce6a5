import { execFileSync } from "node:child_process";
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { z } from "zod";
import { ROOT } from "./run.ts";
import { type PackedPackage, packPackage } from "./sdk-pack.ts";

/** The packages below `packages/`, in the order of their builds: each needs the declarations of those before it. */
export const ENGINES = ["age", "document-reader", "wallet-verifier"] as const;

const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");

/** src → dist, with the root's TypeScript. No file here is a `tsconfig.json`: Playwright would take its paths, which lead to `dist`. */
function build(cwd: string): void {
  const dist = join(cwd, "dist");
  rmSync(dist, { recursive: true, force: true });
  execFileSync(process.execPath, [tsc, "--project", join(cwd, "tsconfig.build.json")], { stdio: "inherit" });
  // tsc rewrites the imports of what runs, but not those of declarations.
  for (const name of globSync("**/*.d.ts", { cwd: dist })) {
    const file = join(dist, name);
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace(/((?:\bfrom |\bimport\()["']\.{1,2}\/[^"']+)\.ts(["'])/g, "$1.js$2"));
  }
  copyFileSync(join(ROOT, "LICENSE"), join(cwd, "LICENSE"));
}

const manifest = z.object({ exports: z.record(z.string(), z.string()) });

/**
 * The faces of a package as those who install it reach them. Here they lead to the sources, which Node runs outside of
 * `node_modules` alone.
 */
function builtFaces(cwd: string): Record<string, string | { types: string; default: string }> {
  const { exports } = manifest.parse(JSON.parse(readFileSync(join(cwd, "package.json"), "utf8")));
  const faces = Object.entries(exports).map(([face, source]) => {
    const built = source.replace("./src/", "./dist/").replace(/\.ts$/, "");
    return [face, { types: `${built}.d.ts`, default: `${built}.js` }] as const;
  });
  return { ...Object.fromEntries(faces), "./package.json": "./package.json" };
}

/**
 * Builds and packs the packages below `packages/` as npm installs them.
 * @param folder where the archives go, as an absolute path
 * @throws Foreseen when a build fails
 */
export const packEngines = (folder: string): PackedPackage[] =>
  ENGINES.map((name) => {
    const cwd = join(ROOT, "packages", name);
    return packPackage(cwd, folder, () => build(cwd), { exports: builtFaces(cwd) });
  });
