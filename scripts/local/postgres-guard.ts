// Runs between the process that wants a PostgreSQL and the server itself, in a separate process group.
// - Ctrl-C in the terminal reaches neither, so the database outlives the processes that still write to it.
// - Standard input is the life line: when it closes, for whatever reason (also kill -9), the server is stopped.
//   A word before that means an orderly end. Without one the parent died, and its other children may still be
//   writing what they hold: they get some time.
// - A server that dies by itself is started again.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { type Account, postgresEnvironment, releaseDataFolder } from "./postgres-home.ts";

export type GuardOrder = {
  program: string;
  args: string[];
  account: Account;
  dataFolder: string;
  restart: boolean;
  /** What to delete when the server has been stopped: databases of tests leave nothing behind. */
  removeAfterwards: string[];
};

const GIVE_UP_AFTER = 5;
const CALM_MS = 60_000;
// A little more than the service takes to drain.
const PATIENCE_MS = 12_000;

let isStopping = false;
let stopServer = (_isPatient: boolean): void => {};

async function guard(order: GuardOrder): Promise<number> {
  for (let failures: number[] = []; ; ) {
    const code = await runOnce(order);
    if (isStopping) return 0;
    failures = [...failures.filter((at) => Date.now() - at < CALM_MS), Date.now()];
    if (!order.restart || failures.length >= GIVE_UP_AFTER) return code || 1;
    console.error(`guard: PostgreSQL ended (${code}); starting it again`);
    await pause(300);
    await releaseDataFolder(order.dataFolder);
  }
}

function runOnce({ program, args, account }: GuardOrder): Promise<number> {
  return new Promise((resolve) => {
    const server = spawn(program, args, {
      ...account,
      cwd: "/",
      env: postgresEnvironment(),
      stdio: ["ignore", "inherit", "inherit"],
    });
    server.once("error", (error) => {
      console.error(`guard: ${error.message}`);
      resolve(1);
    });
    server.once("exit", (code, signal) => resolve(code ?? (signal === null ? 1 : 128)));
    stopServer = (isPatient) => {
      // SIGTERM waits until the clients have left, SIGINT throws them out; both leave the data clean.
      server.kill(isPatient ? "SIGTERM" : "SIGINT");
      setTimeout(() => server.kill("SIGINT"), PATIENCE_MS).unref();
      setTimeout(() => server.kill("SIGQUIT"), PATIENCE_MS + 15_000).unref();
    };
    if (isStopping) stopServer(false);
  });
}

function stop(isPatient: boolean): void {
  if (isStopping) return;
  isStopping = true;
  stopServer(isPatient);
}

const order: GuardOrder = JSON.parse(process.argv[2] ?? "");
process.stdin
  .on("data", () => stop(false))
  .on("end", () => stop(true))
  .on("error", () => stop(true));
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => stop(false));
const code = await guard(order);
// A server that could not even start is left to the parent, which may try again.
if (isStopping) for (const path of order.removeAfterwards) rmSync(path, { recursive: true, force: true });
process.exit(code);
