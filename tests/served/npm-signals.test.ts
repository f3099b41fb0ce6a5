import { connect } from "node:net";
import { expect, test } from "vitest";
import { childrenOf, createServeWorld, isRunning, startCommand } from "../support/http/serve-process.ts";
import { eventually } from "../support/world/eventually.ts";

// The commands of the README with the real npm, and what a supervisor sends to the process that it knows: npm's.

const npm = (env: Readonly<Record<string, string>>, script: string, args: readonly string[] = []) =>
  startCommand("npm", ["run", script, ...args], { HOME: process.env.HOME ?? "/", ...env });

const isRefused = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(false)).once("error", () => resolve(true));
    socket.unref();
  });

test("SIGTERM to npm stops the service after its grace; SIGHUP, which npm passes on to nobody, frees its port", async () => {
  const { port, env } = await createServeWorld({ SHUTDOWN_GRACE_SECONDS: "1" });
  const start = async () => {
    const run = npm(env, "serve", ["--", "--processes", "1"]);
    await eventually(run.output, 240_000).toContain("listening on");
    // What npm runs is the service, with no shell between: SIGHUP to it replaces its processes.
    const [service = 0, ...others] = childrenOf(run.pid);
    expect(others).toEqual([]);
    return { ...run, service };
  };
  const stopped = await start();
  stopped.kill("SIGTERM");
  expect(await stopped.ended).toBe(0);
  expect(stopped.output()).toContain("no new connections in 1 s");
  expect(isRunning(stopped.service)).toBe(false);
  expect(await isRefused(port)).toBe(true);

  const left = await start();
  left.kill("SIGHUP");
  await left.ended;
  await eventually(() => isRunning(left.service), 60_000).toBe(false);
  expect(left.output()).toContain("no new connections in 1 s");
  expect(await isRefused(port)).toBe(true);
}, 600_000);

test("SIGTERM and SIGHUP to npm stop the worker", async () => {
  const { env } = await createServeWorld();
  for (const signal of ["SIGTERM", "SIGHUP"] as const) {
    const run = npm(env, "worker");
    await eventually(run.output, 240_000).toContain("the worker is running");
    const [worker = 0] = childrenOf(run.pid);
    run.kill(signal);
    await run.ended;
    await eventually(() => isRunning(worker), 60_000).toBe(false);
  }
}, 600_000);
