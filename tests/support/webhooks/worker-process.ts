import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../../src/worker/main.ts", import.meta.url));
const READY = "the worker is running";

export type WorkerProcess = {
  readonly pid: number;
  /** What it wrote, its log lines as JSON. */
  output(): string;
  kill(signal: "SIGKILL" | "SIGTERM" | "SIGSTOP" | "SIGCONT"): void;
  /** Its exit code, null after a signal. */
  readonly ended: Promise<number | null>;
};

export type WorkerStarter = {
  /** Starts `node src/worker/main.ts`, or another version's; resolves when it runs. */
  start(more?: Readonly<Record<string, string>>, script?: string): Promise<WorkerProcess>;
  /** Kills what still runs and takes the files away. */
  close(): Promise<void>;
};

/** The environment of a child that is to know nothing of the tests' own. */
export const processEnv = (env: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  NODE_ENV: "production",
  PATH: process.env.PATH,
  NODE_NO_WARNINGS: "1",
  ...env,
});

/**
 * Real workers for a service of a test, as an operator would start them.
 * @param settings what the workers share with the service: the same environment, and the receivers' authority
 */
export const workerStarter = (env: Readonly<Record<string, string>>, ca: string): WorkerStarter => {
  const folder = mkdtempSync(join(tmpdir(), "lintel-worker-"));
  const caFile = join(folder, "ca.pem");
  writeFileSync(caFile, ca);
  const running = new Set<ChildProcess>();

  const start = async (
    more: Readonly<Record<string, string>> = {},
    script = MAIN,
  ): Promise<WorkerProcess> => {
    const child = spawn(process.execPath, [script], {
      env: processEnv({
        NODE_COMPILE_CACHE: join(folder, "compiled"), // hundreds of starts
        LOG_LEVEL: "info",
        ...env,
        ...more,
        ...(ca === "" ? {} : { WEBHOOK_EXTRA_CA_FILE: caFile }),
      }),
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.add(child);
    let output = "";
    const ended = once(child, "exit").then(([code]) => {
      running.delete(child);
      return typeof code === "number" ? code : null;
    });
    await new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.on("data", (text) => {
          output += String(text);
          if (output.includes(READY)) resolve();
        });
      }
      ended.then(
        (code) => reject(new Error(`the worker ended with ${code} before it ran:\n${output}`)),
        reject,
      );
    });
    return {
      pid: child.pid ?? 0,
      output: () => output,
      kill: (signal) => void child.kill(signal),
      ended,
    };
  };

  return {
    start,
    close: async () => {
      await Promise.all(
        [...running].map(async (child) => {
          child.kill("SIGCONT");
          child.kill("SIGKILL");
          await once(child, "exit");
        }),
      );
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
