import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { z } from "zod";
import packageJson from "../../package.json" with { type: "json" };

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** What a JSON file holds; undefined where there is none, or someone edited it into something else. */
export function readJson<T>(file: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}

/** What Node gets where package.json runs the service or its worker, but for the file of settings. */
export const nodeOptionsOf = (script: "serve" | "worker"): string[] =>
  packageJson.scripts[script].split(" ").filter((word) => /^--(?!env-file)/.test(word));

export type RunResult = { code: number; output: string };

type RunOptions = {
  env?: NodeJS.ProcessEnv;
  quiet?: boolean;
  /** Gets what a quiet script writes, as it comes. */
  onOutput?: (text: string) => void;
};

/** Runs a script of this project, or of a package, with the Node that runs this one. Quiet: its output is kept. */
export async function runNode(
  args: string[],
  { env = process.env, quiet = false, onOutput }: RunOptions = {},
): Promise<RunResult> {
  const out = quiet ? "pipe" : "inherit";
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ["ignore", out, out] });
  let output = "";
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
    onOutput?.(chunk.toString());
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  const stop = () => child.kill();
  process.once("exit", stop);
  await once(child, "close").finally(() => process.removeListener("exit", stop));
  return { code: child.exitCode ?? 1, output };
}
