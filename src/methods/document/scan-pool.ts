import { join } from "node:path";
import { ServiceError } from "#core/errors.ts";
import type { ScanResult } from "./document.ts";
import { noRead } from "./no-read.ts";
import { createScanChild, type ScanChild } from "./scan-child.ts";

export type ScanPoolOptions = {
  processes: number;
  /** How many scans may wait. */
  queueLimit: number;
  /** A scan that takes longer is killed with its process. */
  timeoutMs: number;
  /** The program of a scan process; tests have their own, that crash and hang. */
  entry?: string;
};

export type ScanPool = {
  /** Throws ScannerBusyError when too many wait. An aborted scan answers METHOD_FAILED at once. */
  scan(photo: Uint8Array, signal?: AbortSignal): Promise<ScanResult>;
  close(): Promise<void>;
};

/** All scan processes are busy and enough scans wait already. */
export class ScannerBusyError extends ServiceError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super("SERVICE_UNAVAILABLE", "Too many pictures are being read right now. Try again in a moment.", {
      retryAfterSeconds,
    });
    this.name = "ScannerBusyError";
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

// Not by import.meta.url: the bundler moves the code that calls this, and leaves this file where it is.
const defaultEntry = (): string =>
  join(/* turbopackIgnore: true */ process.cwd(), "src/methods/document/scan-process.ts");

type Waiting = { photo: Uint8Array; settle: (result: ScanResult) => void };

/** Keeps `processes` warm processes that read pictures, and a short queue before them. */
export const createScanPool = (options: ScanPoolOptions): ScanPool => {
  const { processes, queueLimit, timeoutMs, entry = defaultEntry() } = options;
  const children = Array.from({ length: processes }, () => createScanChild({ entry, timeoutMs }));
  const idle: ScanChild[] = [...children];
  const queue: Waiting[] = [];
  let isClosed = false;

  const serve = async (child: ScanChild): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      next.settle(await child.run(next.photo).catch(() => noRead("METHOD_FAILED")));
    }
    idle.push(child);
  };

  return {
    scan: async (photo, signal) => {
      if (isClosed || (idle.length === 0 && queue.length >= queueLimit)) {
        // A scan takes well under a second; the queue moves as fast as there are processes.
        throw new ScannerBusyError(Math.max(1, Math.ceil(queue.length / processes)));
      }
      const { promise, resolve } = Promise.withResolvers<ScanResult>();
      const waiting: Waiting = { photo, settle: resolve };
      const abort = (): void => {
        const place = queue.indexOf(waiting);
        if (place !== -1) queue.splice(place, 1);
        resolve(noRead("METHOD_FAILED"));
      };
      if (signal?.aborted) return noRead("METHOD_FAILED");
      signal?.addEventListener("abort", abort, { once: true });
      queue.push(waiting);
      const child = idle.pop();
      if (child) void serve(child);
      try {
        return await promise;
      } finally {
        signal?.removeEventListener("abort", abort);
      }
    },
    close: async () => {
      isClosed = true;
      for (const waiting of queue.splice(0)) waiting.settle(noRead("METHOD_FAILED"));
      await Promise.all(children.map((child) => child.close()));
    },
  };
};
