import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { anyPort } from "../../../scripts/local/ports.ts";

export type BenchRedis = { port: number; pid: number; version: string; stop(): Promise<void> };

/** A redis-server with what BullMQ's documents ask for in production: an append-only file, synced every second, and no eviction. */
export const startRedis = async (): Promise<BenchRedis | null> => {
  const found = spawnSync("redis-server", ["--version"], { encoding: "utf8" });
  if (found.error !== undefined) return null;
  const port = await anyPort();
  const folder = mkdtempSync(join(tmpdir(), "lintel-bench-redis-"));
  const settings = {
    port,
    bind: "127.0.0.1",
    dir: folder,
    appendonly: "yes",
    appendfsync: "everysec",
    save: "",
    "maxmemory-policy": "noeviction",
  };
  const server = spawn(
    "redis-server",
    Object.entries(settings).flatMap(([name, value]) => [`--${name}`, `${value}`]),
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const end = (): void => void server.kill("SIGKILL");
  process.once("exit", end);
  await new Promise<void>((resolve, reject) => {
    server.stdout.on("data", (text) => String(text).includes("Ready to accept connections") && resolve());
    server.once("exit", (code) => reject(new Error(`redis-server ended with ${code} before it was ready.`)));
  });
  return {
    port,
    pid: server.pid ?? 0,
    version: /v=([\d.]+)/.exec(found.stdout)?.[1] ?? "",
    stop: async () => {
      const exit = once(server, "exit");
      end();
      await exit;
      process.off("exit", end);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
