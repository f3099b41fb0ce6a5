import { setTimeout as sleep } from "node:timers/promises";
import { plainAddress } from "#data/connection/sslmode.ts";
import { KEEP_ALIVE, WatchedClient } from "#data/connection/watched-client.ts";
import type { Database } from "#data/service/client.ts";
import { apart } from "#data/sql/held-connection.ts";
import { run } from "#data/sql/statement.ts";
import { NOTIFY } from "#data/sql/webhooks.ts";

/** The channel that tells workers that deliveries are due. */
const CHANNEL = "lintel_deliveries";

const INTERVAL_MS = 3;

/**
 * A function that notifies the delivery workers: on its own connection, after the commit, at most 300 times a
 * second per process. A lost notification costs half a second, until the worker polls.
 */
export const createDeliveryNotifier = (database: Database): (() => void) => {
  let isPausing = false;
  let isWanted = false;
  const notify = (): void => {
    isWanted = false;
    isPausing = true;
    apart(() => run(database, NOTIFY, [CHANNEL])).catch(() => undefined); // nothing waits for it
    setTimeout(() => {
      isPausing = false;
      if (isWanted) notify();
    }, INTERVAL_MS).unref();
  };
  return () => {
    isWanted = true;
    if (!isPausing) notify();
  };
};

const RECONNECT_MS = 2_000;
/** A connection that only listens would never notice that the server is gone, so it asks. */
const PING_INTERVAL_MS = 2_000;

/** Resolves after the time, or at the signal. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => {});

/**
 * Calls `onNotify` at every notification until the signal, on its own connection; it reconnects after an
 * outage of Postgres. The worker's poll finds anything missed in the meantime.
 * @param onFailure called with each failure to connect
 */
export const listenForNotifications = async (
  url: string,
  onNotify: () => void,
  signal: AbortSignal,
  applicationName = "lintel worker",
  onFailure: (error: unknown) => void = () => undefined,
): Promise<void> => {
  while (!signal.aborted) {
    let client: WatchedClient | undefined;
    const over = new AbortController();
    const ended = AbortSignal.any([signal, over.signal]);
    try {
      // It reads the files that the address names, which may be gone.
      client = new WatchedClient({
        connectionString: plainAddress(url),
        application_name: applicationName,
        ...KEEP_ALIVE,
      });
      client.once("end", () => over.abort());
      // Not `once`: a server that stops reports it twice, and an error without a listener would end the
      // process.
      client.on("error", () => over.abort());
      await client.connect();
      client.on("notification", onNotify);
      await client.query(`listen ${CHANNEL}`);
      onNotify();
      while (!ended.aborted) {
        await pause(PING_INTERVAL_MS, ended);
        if (!ended.aborted) await client.query("select 1"); // an answer, or the connection breaks
      }
    } catch (error) {
      // Postgres is away: the worker keeps polling, and this loop reconnects.
      onFailure(error);
    }
    client?.cutOff(); // closing politely would wait forever for a silent server
    await pause(RECONNECT_MS, signal);
  }
};
