import type { Database } from "#data/service/client.ts";
import { listenersDue } from "./held-deliveries.ts";
import { listenForNotifications } from "./notify.ts";

/** Between two questions to Postgres, however often its channel calls. */
const PAUSE_MS = 100;
/** For what no notification tells: a lease that ended, or one that was missed. */
const POLL_MS = 1_000;
/** So long the channel stays open after the last poll: the next one mostly comes at once. */
const LINGER_MS = 30_000;

/** Waits until a listener has something to take. "over": the time is up, or the wait was called off. */
export type AwaitHeld = (
  listenerId: string,
  timeoutMs: number,
  signal?: AbortSignal,
) => Promise<"due" | "over">;

/**
 * Lets the long polls of a process wait together: one connection to the channel while any poll waits, and one question to
 * Postgres for all of them, at most ten times a second. A later poll of a listener ends the one before: its command line
 * came back from a sleep, and must not have its deliveries leased to a connection that is gone.
 * @param sessionUrl for the channel; null: deliveries wait up to a second
 * @param isStopping whether the process is about to end: then no call waits
 */
export const createAwaitHeld = (
  database: Database,
  { now, sessionUrl, isStopping }: { now: () => Date; sessionUrl: string | null; isStopping: () => boolean },
): { wait: AwaitHeld; close: () => void } => {
  const waiting = new Map<string, (outcome: "due" | "over") => void>();
  let channel: AbortController | null = null;
  let lingering: NodeJS.Timeout | undefined;
  let polling: NodeJS.Timeout | undefined;
  let isPausing = false;
  let isWanted = false;

  const check = async (): Promise<void> => {
    if (isStopping()) for (const end of [...waiting.values()]) end("over");
    if (waiting.size === 0) return;
    for (const id of await listenersDue(database, [...waiting.keys()], now())) waiting.get(id)?.("due");
  };
  const wake = (): void => {
    isWanted = true;
    if (isPausing) return;
    isWanted = false;
    isPausing = true;
    // While Postgres is away every call keeps waiting; the request's own statements say so.
    check()
      .catch(() => undefined)
      .finally(() =>
        setTimeout(() => {
          isPausing = false;
          if (isWanted && waiting.size > 0) wake();
        }, PAUSE_MS).unref(),
      );
  };
  const close = (): void => {
    channel?.abort();
    channel = null;
    clearInterval(polling);
    clearTimeout(lingering);
    for (const end of [...waiting.values()]) end("over");
  };
  const open = (): void => {
    clearTimeout(lingering);
    if (channel) return;
    channel = new AbortController();
    polling = setInterval(wake, POLL_MS).unref();
    if (sessionUrl !== null)
      void listenForNotifications(sessionUrl, wake, channel.signal, "lintel listeners");
  };

  const wait: AwaitHeld = (listenerId, timeoutMs, signal) => {
    if (signal?.aborted || isStopping()) return Promise.resolve("over");
    waiting.get(listenerId)?.("over");
    open();
    const { promise, resolve } = Promise.withResolvers<"due" | "over">();
    const end = (outcome: "due" | "over"): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      if (waiting.get(listenerId) === end) waiting.delete(listenerId);
      if (waiting.size === 0) {
        clearTimeout(lingering);
        lingering = setTimeout(close, LINGER_MS).unref();
      }
      resolve(outcome);
    };
    const stop = (): void => end("over");
    const timer = setTimeout(stop, timeoutMs);
    signal?.addEventListener("abort", stop, { once: true });
    waiting.set(listenerId, end);
    wake(); // something may have come since the caller looked
    return promise;
  };
  return { wait, close };
};
