import type { Config } from "#config/config.ts";
import { EXPORT_STREAMS } from "#core/exports/line.ts";
import { exportSendersOf } from "#runtime/exports.ts";
import { systemCtx } from "#runtime/runtime.ts";
import type { Deps } from "#services/context.ts";
import { pushDropped, pushLag, pushStream } from "#services/exports/push.ts";
import type { Job } from "./jobs.ts";

const EVERY_MS = 2_000;

/**
 * Pushes the audit trail and the request log to where the settings say. Each destination and stream is a separate job, so
 * that one that is away holds up no other.
 */
export const createExports = (config: Config, now: () => Date) => {
  const senders = exportSendersOf(config, now);
  const streams = config.EXPORT_STREAMS ?? EXPORT_STREAMS;
  const ways = senders.flatMap((sender) => streams.map((stream) => ({ sender, stream })));
  return {
    jobs: ways.map(
      ({ sender, stream }): Job => ({
        name: `push-${stream}-to-${sender.id.split(" ")[0]}`,
        everyMs: EVERY_MS,
        run: ({ deps }, signal) => pushStream(systemCtx(deps), sender, stream, signal),
      }),
    ),
    /** The longest lag in seconds. */
    lag: async (deps: Deps): Promise<number> => {
      const lags = await Promise.all(
        ways.map(({ sender, stream }) => pushLag(systemCtx(deps), sender, stream)),
      );
      return Math.max(0, ...lags);
    },
    /** Lines that were left out, of all destinations and streams. */
    dropped: async (deps: Deps): Promise<number> => {
      const counts = await Promise.all(
        ways.map(({ sender, stream }) => pushDropped(systemCtx(deps), sender, stream)),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    },
    close: async (): Promise<void> => {
      await Promise.all(senders.map((sender) => sender.close()));
    },
  };
};
