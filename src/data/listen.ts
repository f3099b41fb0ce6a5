import { Client } from "pg";
import { WAKE_CHANNEL } from "./wake.ts";

const RECONNECT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 3_000;

/** Resolves after the time, or at the signal. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
  });

/** Resolves when the connection is over, or at the signal. */
const endOf = (client: Client, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      signal.removeEventListener("abort", done);
      resolve();
    };
    client.once("end", done);
    // Stays: a server that goes says so twice, and an error that nobody listens to would end the process.
    client.on("error", done);
    signal.addEventListener("abort", done);
  });

/**
 * Rings at every wake until the signal, on a connection of its own; connects again after Postgres was away.
 * What is missed meanwhile is found by the worker's poll.
 */
export const listenForWakes = async (url: string, ring: () => void, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const client = new Client({
      connectionString: url,
      application_name: "lintel worker",
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    });
    const ended = endOf(client, signal);
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
    await pause(RECONNECT_MS, signal);
  }
};
