import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { processEnv } from "../webhooks/worker-process.ts";

const MAIN = fileURLToPath(new URL("../../../src/server/main.ts", import.meta.url));

/** `npm run serve` as a process of its own, whether it comes to listen or not; killed when the test is over. */
export const startServe = (
  env: Readonly<Record<string, string>>,
  args: readonly string[] = ["--processes", "1"],
) => {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: processEnv(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += String(text)));
  // "close" comes after the last byte of the output.
  const ended = once(child, "close").then(([code]): unknown => code);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return {
    pid: child.pid ?? 0,
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    /** What it wrote so far, both streams. */
    output: () => output,
    /** Its exit code, null after a signal. */
    ended,
  };
};
