import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#data/service/client.ts";
import { CONNECT_TIMEOUT_MS, KEEP_ALIVE, WatchedClient } from "#data/service/watched-client.ts";
import { WAKE } from "#data/sql/requests.ts";
import { run } from "#data/sql/statement.ts";

/** The channel on which workers hear that deliveries are due. */
const WAKE_CHANNEL = "lintel_deliveries";

const EVERY_MS = 3;

/**
 * A function that wakes the delivery workers by NOTIFY: on a connection of its own, after the commit, at most 300 times a
 * second per process. A lost wake costs half a second, until the worker's poll.
 */
export const createWaker = (database: Database): (() => void) => {
  let isPausing = false;
  let isWanted = false;
  const notify = (): void => {
    isWanted = false;
    isPausing = true;
    run(database, WAKE, [WAKE_CHANNEL]).catch(() => undefined);
    setTimeout(() => {
      isPausing = false;
      if (isWanted) notify();
    }, EVERY_MS).unref();
  };
  return () => {
    isWanted = true;
    if (!isPausing) notify();
  };
};

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
