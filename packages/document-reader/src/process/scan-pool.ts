import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { noRead, type ScanResult } from "../document.ts";
import type { SignerKey } from "../signed/signer-keys.ts";
import {
  EXIT_TOO_MUCH_MEMORY,
  isScanReply,
  resultIn,
  type ScanRequest,
  type SignerRequest,
} from "./scan-protocol.ts";

/** One scan process, started when first needed and again whenever it is lost. Runs one scan at a time. */
type ScanChild = { run(photo: Uint8Array): Promise<ScanResult>; close(): Promise<void> };

/** The time to load the decoders on a busy machine. */
const START_MS = 15_000;
const HEAP_MB = 256;

const tookTooLong = noRead(
  "DOCUMENT_UNREADABLE",
  "Reading this picture took too long. Take a new one, closer and in better light.",
);

const start = (entry: string): ChildProcess =>
  fork(entry, [], {
    // Its own flags and next to no environment, so that none of the service's secrets can be found there.
    execArgv: ["--disable-proto=delete", `--max-old-space-size=${HEAP_MB}`, "--expose-gc"],
    // The two settings make glibc give large buffers back instead of keeping them in pieces; other libraries
    // ignore them.
    env: { NODE_ENV: "production", MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072" },
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });

// A child that is waiting for work must not keep the service alive; one that is working must.
const holdOpen = (child: ChildProcess, isWorking: boolean): void => {
  const hold = isWorking ? "ref" : "unref";
  child[hold]();
  child.channel?.[hold]();
};

type Job = { settle: (result: ScanResult) => void; timer: NodeJS.Timeout };

/** Wraps the process: whatever happens to it, `run` answers and the next `run` has a healthy one. */
const createScanChild = (entry: string, timeoutMs: number, signerKeys: readonly SignerKey[]): ScanChild => {
  let child: ChildProcess | null = null;
  let isReady = false;
  let job: Job | null = null;

  const settle = (result: ScanResult): void => {
    const settled = job;
    job = null;
    if (!settled) return;
    clearTimeout(settled.timer);
    if (child) holdOpen(child, false);
    settled.settle(result);
  };

  const abandon = (): void => {
    child?.kill("SIGKILL");
    child = null;
    settle(tookTooLong);
  };

  const spawn = (): ChildProcess => {
    const started = start(entry);
    isReady = false;
    const lost = (result: ScanResult): void => {
      // The exit of an abandoned child says nothing about the one that took its place.
      if (child !== started) return;
      child = null;
      settle(result);
    };
    started.on("message", (message) => {
      if (child !== started || !isScanReply(message)) return;
      if (message.kind === "result") return settle(resultIn(message));
      isReady = true;
      if (!job) return;
      clearTimeout(job.timer);
      job.timer = setTimeout(abandon, timeoutMs);
    });
    started.on("exit", (code) =>
      lost(code === EXIT_TOO_MUCH_MEMORY ? noRead("IMAGE_TOO_LARGE") : noRead("METHOD_FAILED")),
    );
    started.on("error", () => lost(noRead("METHOD_FAILED")));
    const signers: SignerRequest = { kind: "signers", keys: signerKeys };
    if (signerKeys.length > 0) started.send(signers, () => undefined);
    return started;
  };

  return {
    run: (photo) =>
      new Promise((resolve) => {
        child ??= spawn();
        holdOpen(child, true);
        job = { settle: resolve, timer: setTimeout(abandon, isReady ? timeoutMs : START_MS + timeoutMs) };
        const request: ScanRequest = { kind: "scan", photo };
        // A closed channel is followed by the exit, which ends the job.
        child.send(request, () => undefined);
      }),
    close: async () => {
      const closing = child;
      child = null;
      settle(noRead("METHOD_FAILED"));
      if (!closing || closing.exitCode !== null || closing.signalCode !== null) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      closing.once("exit", () => resolve());
      closing.ref();
      if (closing.kill("SIGKILL")) await promise;
    },
  };
};

export type ScanPoolOptions = {
  processes: number;
  /** How many scans may wait. */
  queueLimit: number;
  /**
   * Counted from the moment a process has the picture; a scan that takes longer is killed with its process.
   */
  timeoutMs: number;
  /** The keys to check barcode signatures with; if absent, none is checked. */
  signerKeys?: readonly SignerKey[];
  /**
   * The program of a scan process, which calls `serveScans`; if absent, one that does nothing else. A service that hardens its
   * processes has its own.
   */
  entry?: string;
};

/** All scan processes are busy, and enough scans are waiting already. */
export class ScannerBusyError extends Error {
  override readonly name = "ScannerBusyError";
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super("Too many pictures are being read right now. Try again in a moment.");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

// Built, it lies beside this file as JavaScript.
const defaultEntry = (): string =>
  fileURLToPath(
    new URL(import.meta.url.endsWith(".ts") ? "./scan-process.ts" : "./scan-process.js", import.meta.url),
  );

type Waiting = { photo: Uint8Array; settle: (result: ScanResult) => void };

/** Keeps `processes` warm processes that read pictures, with a short queue in front. */
export const createScanPool = (options: ScanPoolOptions) => {
  const { processes, queueLimit, timeoutMs, signerKeys = [], entry = defaultEntry() } = options;
  const children = Array.from({ length: processes }, () => createScanChild(entry, timeoutMs, signerKeys));
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
    /** Throws ScannerBusyError when too many are waiting. An aborted scan answers METHOD_FAILED at once. */
    scan: async (photo: Uint8Array, signal?: AbortSignal): Promise<ScanResult> => {
      if (isClosed || (idle.length === 0 && queue.length >= queueLimit)) {
        // A scan takes well under a second, and each process moves the queue along.
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
    close: async (): Promise<void> => {
      isClosed = true;
      for (const waiting of queue.splice(0)) waiting.settle(noRead("METHOD_FAILED"));
      await Promise.all(children.map((child) => child.close()));
    },
  };
};

export type ScanPool = ReturnType<typeof createScanPool>;
