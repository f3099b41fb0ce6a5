import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished } from "vitest";
import { anyPort } from "../../../scripts/local/ports.ts";
import { processEnv } from "../webhooks/worker-process.ts";
import { createDatabase } from "../world/database.ts";
import { createService, sharedEnv, type TestService } from "../world/service.ts";
import { start } from "./actions.ts";

const MAIN = fileURLToPath(new URL("../../../src/server/main.ts", import.meta.url));

/** A command as a process of its own, whether it goes on or not; killed when the test is over. */
export const startCommand = (
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
) => {
  const child = spawn(command, args, { env: processEnv(env), stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += String(text)));
  // "close" comes after the last byte of the output.
  const ended = once(child, "close").then(([code]): unknown => code);
  onTestFinished(async () => {
    const below = childrenOf(child.pid ?? 0);
    child.kill("SIGKILL");
    for (const pid of below) if (isRunning(pid)) process.kill(pid, "SIGKILL");
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

/** `npm run serve`, without npm. */
export const startServe = (
  env: Readonly<Record<string, string>>,
  args: readonly string[] = ["--processes", "1"],
) => startCommand(process.execPath, [MAIN, ...args], env);

export const PROCESSES = fileURLToPath(new URL("./processes-child.ts", import.meta.url));

/** The processes of `npm run serve` with a service that answers at once, when all of them answer. */
export const startProcesses = async (count: number, graceSeconds: number, killAfterMs = 30_000) => {
  const port = await anyPort();
  const args = [PROCESSES, ...[count, port, graceSeconds, killAfterMs].map(String)];
  const started = startCommand(process.execPath, args, {});
  await expect.poll(started.output, { timeout: 120_000 }).toContain(`${count} processes answer`);
  return { ...started, port };
};

/** The fields of /proc/<pid>/stat after the name; null where the process has ended and nobody waits for it. */
const statOf = (pid: number): string[] | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? null : fields;
  } catch {
    return null;
  }
};

export const isRunning = (pid: number): boolean => statOf(pid) !== null;

export const childrenOf = (parent: number): number[] =>
  readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && statOf(pid)?.[1] === String(parent));

/** A database with a service on it, and what processes need to serve the same at a port of their own. */
export const createServeWorld = async (more: Readonly<Record<string, string>> = {}) => {
  const database = await createDatabase();
  const shared = { ...sharedEnv(database.url), NEXT_TELEMETRY_DISABLED: "1", HOST: "127.0.0.1" };
  const service = await createService({ env: shared, database });
  onTestFinished(() => service.close());
  const port = await anyPort();
  return { service, port, env: { ...shared, PORT: String(port), ...more } };
};

/** `npm run serve -- --processes <count>`, when all of them answer. */
export const serveInProcesses = async (count: number, more: Readonly<Record<string, string>> = {}) => {
  const world = await createServeWorld(more);
  const served = startServe(world.env, ["--processes", String(count)]);
  await expect.poll(served.output, { timeout: 120_000 }).toContain(`${count} processes answer`);
  return { ...served, ...world };
};

/** A verification, and how its tenant asks for its status as often as it likes. */
export const aStatus = async ({ call, tenant }: TestService, overrides = {}) => {
  const { liveKey } = await tenant({
    plan: "scale",
    overrides: { rateLimitPerMinute: 1_000_000, ...overrides },
  });
  const { verificationId } = await start(call, liveKey);
  return { path: `/verify/status?verificationId=${verificationId}`, key: liveKey };
};
