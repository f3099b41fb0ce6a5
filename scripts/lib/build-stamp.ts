import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./run.ts";

// What the build reads. `public` is served from disk as it is, and `src/data/generated` comes out of the schema.
const INPUTS = [
  "src",
  "prisma/schema.prisma",
  "next.config.mjs",
  "postcss.config.mjs",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];
const GENERATED = "src/data/generated";
const STAMP = join(ROOT, ".next/lintel-inputs");

/** Whether client and pages were made from exactly what lies here now. */
export const isBuilt = (): boolean =>
  existsSync(join(ROOT, GENERATED, "client.ts")) &&
  existsSync(join(ROOT, ".next/BUILD_ID")) &&
  existsSync(STAMP) &&
  readFileSync(STAMP, "utf8") === hashInputs();

export const markBuilt = (): void => writeFileSync(STAMP, hashInputs());

export function hashInputs(): string {
  const hash = createHash("sha256");
  for (const file of INPUTS.flatMap(filesBelow))
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(ROOT, file)))
      .update("\0");
  return hash.digest("hex");
}

function filesBelow(path: string): string[] {
  if (path === GENERATED || !existsSync(join(ROOT, path))) return [];
  if (!statSync(join(ROOT, path)).isDirectory()) return [path];
  return readdirSync(join(ROOT, path))
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`));
}
