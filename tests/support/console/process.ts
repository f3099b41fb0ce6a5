import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Send } from "./browser.ts";

const CHILD = fileURLToPath(new URL("./child.ts", import.meta.url));

export type ConsoleProcess = {
  /** Sends a request to this process, as a load balancer would. */
  send: Send;
  /** Sets its clock: so far ahead of the machine's. */
  setClock(aheadMs: number): Promise<void>;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
};

/** A console in a process of its own. */
export const startConsoleProcess = async (env: Record<string, string>): Promise<ConsoleProcess> => {
  const child = fork(CHILD, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  const [message] = await Promise.race([
    once(child, "message"),
    ended.then(([code]) => Promise.reject(new Error(`the console ended with ${code} before it ran`))),
  ]);
  const { port } = z.object({ port: z.number() }).parse(message);
  return {
    send: async (request) => {
      const { pathname, search } = new URL(request.url);
      const body = request.method === "GET" ? {} : { body: await request.text() };
      return fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
        method: request.method,
        headers: request.headers,
        redirect: "manual",
        ...body,
      });
    },
    setClock: async (aheadMs) => {
      const isSet = once(child, "message");
      child.send({ aheadMs });
      await isSet;
    },
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
};
