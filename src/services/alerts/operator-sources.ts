import type { EndOf, OperatorRule } from "#core/alerts/rules.ts";
import type { Condition, OpenAlert } from "#core/alerts/state.ts";
import { UNUSED_MINUTES } from "#core/alerts/thresholds.ts";
import {
  ERROR_MINUTES,
  judgeMigrations,
  judgeRequests,
  judgeWebhooks,
  judgeWorkers,
  LEAST_REQUESTS,
  SILENT_MINUTES,
} from "#core/operator/findings.ts";
import { requestsSince } from "#data/alerts/conditions.ts";
import { readServer } from "#data/operator/process-lives.ts";
import { nextPush, troubledCursors } from "#data/service/export-cursors.ts";
import type { Ctx } from "#services/context.ts";
import { migrationState } from "#services/migrations.ts";
import { processStates, trustState } from "#services/operator/facts.ts";
import { secondsDue } from "#services/operator/traffic.ts";
import { momentText } from "./words.ts";

// The rules about the deployment: what each finds.

const MINUTE_MS = 60_000;
const GIB = 1024 ** 3;
const FULL = 0.9;
const FULL_OVER = 0.85;
/** Longer than a collector's restart. */
const STOPPED_MINUTES = 15;
const DROPPED_MINUTES = 24 * 60;

/** What one look at all rules has read, for those that ask for the same. */
export type Look = { cursors: { found?: ReturnType<typeof troubledCursors> } };

export const newLook = (): Look => ({ cursors: {} });

type Finding = { level: Condition["level"]; detail: Condition["detail"]; subject?: string };

const minutesSince = (at: Date, now: Date): number => Math.floor((now.getTime() - at.getTime()) / MINUTE_MS);

const workers = async ({ deps }: Ctx): Promise<Finding[]> => {
  const { silent, workers: expected } = judgeWorkers(await processStates(deps));
  const detail = { silent, workers: expected, minutes: SILENT_MINUTES };
  return silent === 0 ? [] : [{ level: "raise", detail }];
};

const lag = async ({ deps }: Ctx): Promise<Finding[]> => {
  const seconds = await secondsDue(deps);
  const level = judgeWebhooks(seconds);
  return level === null ? [] : [{ level, detail: { minutes: Math.floor(seconds / 60) } }];
};

const migrations = async ({ deps }: Ctx): Promise<Finding[]> => {
  const found = judgeMigrations(await migrationState(deps));
  if (found === null) return [];
  const { verdict: level, pending, unfinished } = found;
  return [{ level, detail: { pending: pending + unfinished } }];
};

const disk = async ({ deps }: Ctx): Promise<Finding[]> => {
  const limit = deps.settings.alerts.databaseGib;
  if (limit === null) return [];
  const gib = (await readServer(deps.db.orm)).bytes / GIB;
  if (gib < limit * FULL_OVER) return [];
  const detail = { gib: Math.round(gib * 10) / 10, limit };
  return [{ level: gib >= limit * FULL ? "raise" : "hold", detail }];
};

const trust = async (ctx: Ctx): Promise<Finding[]> =>
  (await trustState(ctx)).lists
    .filter(({ isStale }) => isStale)
    .map(({ anchorId, label, nextUpdate }) => ({
      level: "raise",
      subject: anchorId,
      detail: { label, until: nextUpdate ? momentText(nextUpdate) : "" },
    }));

const requestsNow = ({ deps }: Ctx) =>
  requestsSince(deps.db.orm, new Date(deps.now().getTime() - ERROR_MINUTES * MINUTE_MS));

const errors = async (ctx: Ctx): Promise<Finding[]> => {
  const { requests, broken } = await requestsNow(ctx);
  const level = judgeRequests({ requests, broken });
  return level === null ? [] : [{ level, detail: { requests, broken } }];
};

const before = ({ deps }: Ctx, minutes: number): Date => new Date(deps.now().getTime() - minutes * MINUTE_MS);

/** Two rules ask for them: one look reads them once. */
const cursorsOf = (ctx: Ctx, { cursors }: Look) => {
  cursors.found ??= troubledCursors(ctx.deps.db.orm, {
    usedSince: before(ctx, UNUSED_MINUTES),
    droppedSince: before(ctx, DROPPED_MINUTES),
  });
  return cursors.found;
};

const exportEnd = async (ctx: Ctx, { subject }: OpenAlert): Promise<"recovered" | "gone"> => {
  const at = subject.lastIndexOf(" ");
  const nextAt = await nextPush(ctx.deps.db.orm, {
    destination: subject.slice(0, at),
    stream: subject.slice(at + 1),
  });
  return nextAt !== null && nextAt > before(ctx, UNUSED_MINUTES) ? "recovered" : "gone";
};

const stopped = async (ctx: Ctx, look: Look): Promise<Finding[]> =>
  (await cursorsOf(ctx, look)).flatMap(({ failingSince, lastCode, ...cursor }): Finding[] => {
    if (failingSince === null) return [];
    const { destination, stream } = cursor;
    const isLong = minutesSince(failingSince, ctx.deps.now()) >= STOPPED_MINUTES;
    const detail = { destination, stream, since: momentText(failingSince), code: lastCode ?? "" };
    return [{ level: isLong ? "raise" : "hold", subject: `${destination} ${stream}`, detail }];
  });

const dropped = async (ctx: Ctx, look: Look): Promise<Finding[]> =>
  (await cursorsOf(ctx, look)).flatMap(({ droppedAt, dropped: lines, destination, stream }): Finding[] =>
    droppedAt === null || minutesSince(droppedAt, ctx.deps.now()) >= DROPPED_MINUTES
      ? []
      : [
          {
            level: "raise",
            subject: `${destination} ${stream}`,
            detail: { destination, stream, at: momentText(droppedAt), lines: Number(lines) },
          },
        ],
  );

const recovered = (): Promise<"recovered"> => Promise.resolve("recovered");

/** Where a rule finds its cases, and why one that it does not find any more is over; null: it is not. */
type Source<Id extends OperatorRule> = {
  find: (ctx: Ctx, look: Look) => Promise<Finding[]>;
  end: (ctx: Ctx, alert: OpenAlert) => Promise<EndOf<Id> | null>;
};

export const SOURCES: { readonly [Id in OperatorRule]: Source<Id> } = {
  worker_silent: {
    find: workers,
    end: async ({ deps }) =>
      (await processStates(deps)).some(({ kind }) => kind === "worker") ? "recovered" : "gone",
  },
  queue_lag: { find: lag, end: recovered },
  migrations_pending: { find: migrations, end: recovered },
  disk_full: {
    find: disk,
    end: ({ deps }) => Promise.resolve(deps.settings.alerts.databaseGib === null ? "rule_off" : "recovered"),
  },
  trust_list_stale: {
    find: trust,
    end: async (ctx, { subject }) => {
      const list = (await trustState(ctx)).lists.find(({ anchorId }) => anchorId === subject);
      if (!list) return "gone";
      return list.isStale ? null : "recovered";
    },
  },
  error_rate: {
    find: errors,
    end: async (ctx) => ((await requestsNow(ctx)).requests < LEAST_REQUESTS ? "gone" : "recovered"),
  },
  export_stopped: { find: stopped, end: exportEnd },
  export_dropped: { find: dropped, end: exportEnd },
};
