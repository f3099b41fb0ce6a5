import sharp from "sharp";
import { noRead } from "../document.ts";
import { processorTime, scan } from "../scan.ts";
import type { SignerKey } from "../signed/signer-keys.ts";
import {
  EXIT_TOO_MUCH_MEMORY,
  isScanRequest,
  isSignerRequest,
  MAX_RESIDENT_BYTES,
  replyWith,
  type ScanReply,
} from "./scan-protocol.ts";

// What a scan process does: pictures are hostile, so they are opened there and not in the service.

const WATCH_EVERY_MS = 50;

// Only the promised decoders can be reached, whatever a file claims to be.
const restrictDecoders = (): void => {
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: [
      "VipsForeignLoadJpegBuffer",
      "VipsForeignLoadPngBuffer",
      "VipsForeignLoadWebpBuffer",
      "VipsForeignLoadHeifBuffer",
    ],
  });
  sharp.concurrency(1);
  // A cache would keep pictures of other people's cards.
  sharp.cache(false);
};

const reply = (message: ScanReply): void => {
  process.send?.(message);
};

/**
 * Makes this process one that `createScanPool` hands pictures to; it has to be a child with a channel (`fork`).
 * @param beforeReady called once everything is loaded, before the first picture can come
 */
export const serveScans = (beforeReady: () => void = () => undefined): void => {
  restrictDecoders();
  // sharp decodes outside this thread, so the timer fires even while a bomb unfolds.
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > MAX_RESIDENT_BYTES) process.exit(EXIT_TOO_MUCH_MEMORY);
  }, WATCH_EVERY_MS);
  watch.unref();

  // The service decides when this process ends: Ctrl-C reaches the whole group, and a scan may be under way.
  // However the service ends, the channel goes with it.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => undefined);
  process.on("disconnect", () => process.exit(0));

  let signerKeys: readonly SignerKey[] = [];
  process.on("message", (message) => {
    if (isSignerRequest(message)) signerKeys = message.keys;
    if (!isScanRequest(message)) return;
    scan(message.photo, processorTime, signerKeys)
      .then(
        (result) => reply(replyWith(result)),
        () => reply({ kind: "result", result: noRead("METHOD_FAILED") }),
      )
      // Pictures' planes are large and live outside the heap: left alone, the collector lets hundreds of
      // megabytes pile up.
      .then(() => globalThis.gc?.());
  });

  beforeReady();
  reply({ kind: "ready" });
};
