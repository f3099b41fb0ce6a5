import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { z } from "zod";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** What a JSON file holds; undefined where there is none, or someone edited it into something else. */
export function readJson<T>(file: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}

export type RunResult = { code: number; output: string };

/** Runs a script of this project, or of a package, with the Node that runs this one. Quiet: its output is kept. */
export function runNode(
  args: string[],
  { env = process.env, quiet = false }: { env?: NodeJS.ProcessEnv; quiet?: boolean } = {},
): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const out = quiet ? "pipe" : "inherit";
    const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ["ignore", out, out] });
    let output = "";
    const keep = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
    const stop = () => child.kill();
    process.once("exit", stop);
    child.once("close", () => process.removeListener("exit", stop));
  });
}
