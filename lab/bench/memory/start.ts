import { spawn } from "node:child_process";
import { once } from "node:events";
import { ROOT } from "../../../scripts/lib/run.ts";

export type Started = { seconds: number; lines: string[] };

/**
 * Runs `npm start` in this clone until it says that it is ready, and ends it as Ctrl-C would.
 * @returns how long it took from the command to its word, and what it printed of its steps
 */
export const timeStart = async (): Promise<Started> => {
  const startedMs = performance.now();
  const child = spawn("npm", ["start"], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
    env: { ...process.env, DATABASE_URL: "" },
  });
  const exit = once(child, "exit");
  let words = "";
  const ready = Promise.withResolvers<number>();
  child.stdout.on("data", (chunk) => {
    words += String(chunk);
    if (/Ready in/.test(words)) ready.resolve((performance.now() - startedMs) / 1_000);
  });
  void exit.then(() => ready.reject(new Error(`npm start ended before it was ready:\n${words}`)));
  const seconds = await ready.promise;
  if (child.pid !== undefined) process.kill(-child.pid, "SIGINT");
  await exit;
  return { seconds, lines: words.split("\n").filter((line) => /[✓…]/.test(line)) };
};
