import { Client } from "pg";
import { WAKE_CHANNEL } from "./wake.ts";

const RECONNECT_MS = 2_000;

/**
 * Rings at every wake until the signal, on a connection of its own; connects again after Postgres was away.
 * What is missed meanwhile is found by the worker's poll.
 */
export const listenForWakes = async (url: string, ring: () => void, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const client = new Client({ connectionString: url, application_name: "lintel worker", keepAlive: true });
    const ended = new Promise<void>((resolve) => {
      client.once("end", () => resolve());
      client.once("error", () => resolve());
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    try {
      await client.connect();
      client.on("notification", ring);
      await client.query(`listen ${WAKE_CHANNEL}`);
      ring();
      await ended;
    } catch {
      // Away: the poll goes on, and so do we.
    }
    await client.end().catch(() => undefined);
    if (!signal.aborted) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, RECONNECT_MS);
        signal.addEventListener("abort", () => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }
};
