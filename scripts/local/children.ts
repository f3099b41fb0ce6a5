import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ROOT } from "../lib/run.ts";

export type ServiceOptions = {
  name: string;
  script: string;
  env: NodeJS.ProcessEnv;
  logFile: string;
  onRestart: (why: string) => void;
  /** It keeps failing; its last words. */
  onGiveUp: (why: string) => void;
};
export type Service = {
  /** Of the process that runs now. */
  pid: () => number | undefined;
  stop: () => Promise<void>;
};

const PARENT_WATCH = fileURLToPath(new URL("./parent-watch.ts", import.meta.url));
const GIVE_UP_AFTER = 3;
const CALM_MS = 30_000;
// The service drains for ten seconds at most, after its grace; a little more, and it hangs.
const STOP_MS = 15_000;

/** Runs a script of ours until told to stop, again after a crash, with its output in a file. */
export function startService({ name, script, env, logFile, onRestart, onGiveUp }: ServiceOptions): Service {
  let child: ChildProcess | undefined;
  let isStopping = false;
  let failures: number[] = [];

  const start = () => {
    const log = openSync(logFile, "a", 0o600);
    child = spawn(process.execPath, ["--import", PARENT_WATCH, script], {
      cwd: ROOT,
      env,
      stdio: ["ignore", log, log, "ipc"],
      // A process group of its own: Ctrl-C shall reach it through us, in the right order.
      detached: true,
    });
    closeSync(log);
    child.once("exit", (code, signal) => {
      if (isStopping) return;
      failures = [...failures.filter((at) => Date.now() - at < CALM_MS), Date.now()];
      const why = `the ${name} ended (${signal ?? code})`;
      if (failures.length >= GIVE_UP_AFTER) return onGiveUp(`${why}. ${lastWords(logFile)}`);
      onRestart(why);
      setTimeout(() => !isStopping && start(), 500);
    });
  };
  start();

  return {
    pid: () => child?.pid,
    async stop() {
      isStopping = true;
      const running = child;
      if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
      const gone = new Promise((resolve) => running.once("exit", resolve));
      running.kill("SIGTERM");
      const graceMs = Number(env.SHUTDOWN_GRACE_SECONDS ?? 0) * 1000;
      const alarm = setTimeout(() => running.kill("SIGKILL"), STOP_MS + graceMs);
      await gone;
      clearTimeout(alarm);
    },
  };
}

export const lastWords = (logFile: string): string =>
  `Its last words (${logFile}):\n${readFileSync(logFile, "utf8").trim().split("\n").slice(-12).join("\n")}`;
