import { setTimeout as sleep } from "node:timers/promises";
import { WAKE_CHANNEL } from "./wake.ts";
import { CONNECT_TIMEOUT_MS, KEEP_ALIVE, WatchedClient } from "./watched-client.ts";

const RECONNECT_MS = 2_000;
/** A connection that only listens would never miss a server that is gone: it asks. */
const ASK_EVERY_MS = 2_000;

/** Resolves after the time, or at the signal. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => {});

/**
 * Rings at every wake until the signal, on a connection of its own; connects again after Postgres was away.
 * What is missed meanwhile is found by the worker's poll.
 */
export const listenForWakes = async (url: string, ring: () => void, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const client = new WatchedClient({
      connectionString: url,
      application_name: "lintel worker",
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      ...KEEP_ALIVE,
    });
    const over = new AbortController();
    const ended = AbortSignal.any([signal, over.signal]);
    client.once("end", () => over.abort());
    // Stays: a server that goes says so twice, and an error that nobody listens to would end the process.
    client.on("error", () => over.abort());
    try {
      await client.connect();
      client.on("notification", ring);
      await client.query(`listen ${WAKE_CHANNEL}`);
      ring();
      while (!ended.aborted) {
        await pause(ASK_EVERY_MS, ended);
        if (!ended.aborted) await client.query("select 1"); // is answered, or the connection breaks
      }
    } catch {
      // Away: the poll goes on, and so do we.
    }
    client.cutOff(); // a farewell to a silent server would never end
    await pause(RECONNECT_MS, signal);
  }
};
