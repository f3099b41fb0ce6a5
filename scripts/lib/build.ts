import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { DOCS_GENERATED, generateDocs } from "./docs-site.ts";
import { PACKAGES, writePackages } from "./packages.ts";
import { ROOT, type RunResult, runNode } from "./run.ts";

const require = createRequire(import.meta.url);

// What the build reads. `public` is served from disk as it is; what is generated comes out of the schema and `docs`.
const INPUTS = [
  "src",
  "packages/age/package.json",
  "packages/age/src",
  "packages/document-reader/package.json",
  "packages/document-reader/src",
  "docs",
  "sdk/samples",
  "sdk/typescript/src",
  "sdk/cli/src",
  "sdk/python/src/lintel",
  "sdk/php/src",
  "sdk/go",
  "sdk/wordpress/lintel-age-gate",
  "scripts/lib/docs-site.ts",
  "scripts/lib/markdown.ts",
  "scripts/lib/samples.ts",
  "prisma/schema.prisma",
  "next.config.mjs",
  "postcss.config.mjs",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];
const GENERATED = "src/data/generated";
const STAMP = join(ROOT, ".next/lintel-inputs");
const BUILD_ID = join(ROOT, ".next/BUILD_ID");

/** The typed client for prisma/schema.prisma, into src/data/generated, without any download. */
export function generateClient(quiet = false): Promise<RunResult> {
  const env = {
    ...process.env,
    // Generating needs no schema engine, but without the path of an existing file the command fetches one.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    CHECKPOINT_DISABLE: "1",
  };
  return runNode([require.resolve("prisma/build/index.js"), "generate", "--no-hints"], { env, quiet });
}

// What Next says when it comes to the next part of its work.
const STAGES: readonly [RegExp, string][] = [
  [/Creating an optimized/, "compiling"],
  [/Running TypeScript|Linting and checking/, "checking types"],
  [/Collecting (?:page data|build traces)/, "collecting the pages' data"],
  [/Generating static pages/, "drawing the static pages"],
  [/Finalizing/, "finishing"],
];

/** The part of the build that a piece of Next's output announces; the last one of several, undefined for none. */
export const stageIn = (output: string): string | undefined =>
  STAGES.findLast(([pattern]) => pattern.test(output))?.[1];

/**
 * Client and pages for production. With `quiet` the output is kept, to be shown if it fails.
 * @param onStage gets what a quiet build does now, in a word or two
 */
export async function build(quiet = false, onStage: (stage: string) => void = () => {}): Promise<RunResult> {
  onStage("the documentation");
  generateDocs();
  onStage("the packages for others");
  writePackages();
  onStage("the database client");
  const generated = await generateClient(quiet);
  if (generated.code !== 0) return generated;
  const onOutput = (text: string): void => {
    const stage = stageIn(text);
    if (stage !== undefined) onStage(stage);
  };
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  const built = await runNode([require.resolve("next/dist/bin/next"), "build"], { env, quiet, onOutput });
  if (built.code === 0) writeFileSync(STAMP, hashInputs());
  // Half a build must not pass for one.
  else rmSync(BUILD_ID, { force: true });
  return built;
}

/** Builds unless client and pages fit the sources. @throws Error when that fails; its output has said why */
export async function ensureBuilt(): Promise<void> {
  if (!isBuilt() && (await build()).code !== 0) throw new Error("The build failed: see above.");
}

/** Whether the client and the pages were built from exactly the present sources. */
export const isBuilt = (): boolean =>
  existsSync(join(ROOT, GENERATED, "client.ts")) &&
  existsSync(join(ROOT, DOCS_GENERATED, "pages.ts")) &&
  existsSync(BUILD_ID) &&
  existsSync(join(ROOT, PACKAGES)) &&
  existsSync(STAMP) &&
  readFileSync(STAMP, "utf8") === hashInputs();

function hashInputs(): string {
  const hash = createHash("sha256");
  for (const file of INPUTS.flatMap(filesBelow))
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update("\0");
  return hash.digest("hex");
}

function filesBelow(path: string): string[] {
  if (path === GENERATED || path === DOCS_GENERATED || !existsSync(join(ROOT, path))) return [];
  if (!statSync(join(ROOT, path)).isDirectory()) return [path];
  return readdirSync(join(ROOT, path))
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`));
}
