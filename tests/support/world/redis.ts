import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";

/** Why tests that need a real Redis cannot run here; null when they can. */
export const redisMissing: string | null =
  spawnSync("redis-server", ["--version"]).error === undefined
    ? null
    : "redis-server is not installed (Debian: apt-get install redis-server)";

/** A port of the loopback interface that was free a moment ago. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
};

export type TestRedis = {
  url: string;
  /** Ends the process as a crash would; what it counted is gone. */
  kill(): Promise<void>;
  /** Stops and continues the process: connections stay open and nothing is answered. */
  freeze(): void;
  thaw(): void;
  /** Starts it again on the same port, empty. */
  restart(): Promise<void>;
};

/** A real redis-server of its own, in memory only. End it with `kill`. */
export const startRedis = async (): Promise<TestRedis> => {
  const port = await freePort();
  let server: ChildProcess | undefined;

  const start = async (): Promise<void> => {
    const started = spawn("redis-server", ["--port", `${port}`, "--bind", "127.0.0.1", "--save", ""], {
      stdio: ["ignore", "pipe", "inherit"],
      cwd: "/tmp",
    });
    server = started;
    await new Promise<void>((resolve, reject) => {
      started.stdout.on("data", (text) => {
        if (String(text).includes("Ready to accept connections")) resolve();
      });
      started.once("exit", (code) =>
        reject(new Error(`redis-server ended with ${code} before it was ready.`)),
      );
    });
  };

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: async () => {
      if (!server || server.exitCode !== null || server.signalCode !== null) return;
      const exit = once(server, "exit");
      server.kill("SIGKILL");
      await exit;
    },
    freeze: () => void server?.kill("SIGSTOP"),
    thaw: () => void server?.kill("SIGCONT"),
    restart: start,
  };
};
