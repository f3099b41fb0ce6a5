import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer as createRelay, type Socket } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { startApi } from "../http/api-process.ts";
import { createDatabase } from "../world/database.ts";
import { eventually } from "../world/eventually.ts";
import { createService, sharedEnv } from "../world/service.ts";
import { temporaryFolder } from "./run-cli.ts";

// The command line as a process against the interface as a process, over sockets: what it does when either is killed.

const CLI = join(import.meta.dirname, "../../../sdk/cli/bin/lintel.mjs");

const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGCONT");
  child.kill("SIGKILL");
  await once(child, "exit");
};

/** One command line that runs. */
export type RunningCli = {
  readonly child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Its exit code; null after a signal that it did not take. */
  readonly ended: Promise<number | null>;
};

/** A service in this process for preparing, the interface in another one at an address that stays, and a computer. */
export const startCliService = async (settings: Record<string, string> = {}) => {
  const database = await createDatabase();
  const env = { ...sharedEnv(database.url), LOG_LEVEL: "silent", ...settings };
  const service = await createService({ env, database });
  onTestFinished(() => service.close());
  let api = await startApi(env);
  onTestFinished(() => end(api.child));

  // The address stays while the process behind it is killed and another one begins.
  const sockets = new Set<Socket>();
  const relay = createRelay((socket) => {
    const upstream = connect(Number(new URL(api.url).port), "127.0.0.1");
    for (const one of [socket, upstream]) {
      sockets.add(one);
      one.on("error", () => undefined);
      one.once("close", () => sockets.delete(one));
    }
    socket.pipe(upstream).pipe(socket);
    upstream.once("close", () => socket.destroy());
    socket.once("close", () => upstream.destroy());
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  onTestFinished(() => {
    relay.close();
    for (const socket of sockets) socket.destroy();
  });
  const url = `http://127.0.0.1:${portOf(relay)}`;

  const tenant = await service.tenant({ plan: "scale", overrides: { rateLimitPerMinute: 50_000 } });
  const home = temporaryFolder();

  /** @param more environment variables besides the sign-in */
  const lintel = (args: readonly string[], more: Record<string, string> = {}): RunningCli => {
    const child = spawn(process.execPath, [CLI, ...args], {
      env: {
        ...{ PATH: process.env.PATH, NODE_ENV: "test", NODE_NO_WARNINGS: "1", XDG_CONFIG_HOME: home },
        ...{ LINTEL_URL: url, LINTEL_API_KEY: tenant.testKey, ...more },
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const written = { stdout: "", stderr: "" };
    child.stdout.on("data", (text) => {
      written.stdout += String(text);
    });
    child.stderr.on("data", (text) => {
      written.stderr += String(text);
    });
    onTestFinished(() => end(child));
    const ended = once(child, "close").then(([code]) => (typeof code === "number" ? code : null));
    return { child, stdout: () => written.stdout, stderr: () => written.stderr, ended };
  };

  return {
    ...{ env, service, deps: service.deps, call: service.call, tenant, url, home },
    lintel,
    /** A `lintel listen` that has its listener. */
    listening: async (args: readonly string[], more: Record<string, string> = {}) => {
      const running = lintel(["listen", ...args], more);
      await eventually(running.stdout).toMatch(/LINTEL_WEBHOOK_SECRET=whsec_/);
      const [, secret = ""] = /LINTEL_WEBHOOK_SECRET=(\S+)/.exec(running.stdout()) ?? [];
      return { ...running, secret };
    },
    killApi: () => end(api.child),
    restartApi: async () => {
      await end(api.child);
      api = await startApi(env);
    },
  };
};
