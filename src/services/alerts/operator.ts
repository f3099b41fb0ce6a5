import type { Condition } from "#core/alerts/state.ts";
import { type AlertRow, listAlerts, openAlerts } from "#data/alerts/alerts.ts";
import { oldestWaiting, requestsSince } from "#data/alerts/conditions.ts";
import { readServer } from "#data/operator/process-lives.ts";
import { troubledCursors } from "#data/service/export-cursors.ts";
import type { Ctx } from "#services/context.ts";
import { migrationState, processStates, trustState } from "#services/operator/facts.ts";
import { apply } from "./raise.ts";
import { alertParagraphs, alertTitle, momentText } from "./words.ts";

const MINUTE_MS = 60_000;
/** Above what a restart takes. */
export const SILENT_MINUTES = 3;
const LAG_MINUTES = 5;
const LAG_OVER_MINUTES = 1;
const GIB = 1024 ** 3;
const FULL = 0.9;
const FULL_OVER = 0.85;
const ERROR_MINUTES = 5;
/** Longer than a collector's restart. */
const STOPPED_MINUTES = 15;
/** Longer than the longest pause between two tries. */
const UNUSED_MINUTES = 120;
const DROPPED_MINUTES = 24 * 60;
/** Of fewer requests, one that fails is a large share. */
const LEAST_REQUESTS = 100;
const ERRORS = 0.05;
const ERRORS_OVER = 0.02;

type Finding = { level: Condition["level"]; detail: Condition["detail"]; subject?: string };

const minutesSince = (at: Date, now: Date): number => Math.floor((now.getTime() - at.getTime()) / MINUTE_MS);

const workers = async ({ deps }: Ctx): Promise<Finding[]> => {
  const all = (await processStates(deps, SILENT_MINUTES * 60)).filter(({ kind }) => kind === "worker");
  const silent = all.filter(({ isSilent }) => isSilent);
  const detail = { silent: silent.length, workers: all.length, minutes: SILENT_MINUTES };
  return silent.length === 0 ? [] : [{ level: "raise", detail }];
};

const lag = async ({ deps }: Ctx): Promise<Finding[]> => {
  const now = deps.now();
  const at = await oldestWaiting(deps.db, now);
  const minutes = at === null ? 0 : minutesSince(at, now);
  if (minutes < LAG_OVER_MINUTES) return [];
  return [{ level: minutes >= LAG_MINUTES ? "raise" : "hold", detail: { minutes } }];
};

const migrations = async ({ deps }: Ctx): Promise<Finding[]> => {
  const { pending, unfinished } = await migrationState(deps);
  const count = (pending ?? []).length + unfinished.length;
  return count === 0 ? [] : [{ level: "raise", detail: { pending: count } }];
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

const errors = async ({ deps }: Ctx): Promise<Finding[]> => {
  const since = new Date(deps.now().getTime() - ERROR_MINUTES * MINUTE_MS);
  const { requests, broken } = await requestsSince(deps.db.orm, since);
  const share = requests < LEAST_REQUESTS ? 0 : broken / requests;
  if (share < ERRORS_OVER) return [];
  return [{ level: share >= ERRORS ? "raise" : "hold", detail: { requests, broken } }];
};

const cursors = (ctx: Ctx) => {
  const before = (minutes: number): Date => new Date(ctx.deps.now().getTime() - minutes * MINUTE_MS);
  return troubledCursors(ctx.deps.db.orm, {
    usedSince: before(UNUSED_MINUTES),
    droppedSince: before(DROPPED_MINUTES),
  });
};

const stopped = async (ctx: Ctx): Promise<Finding[]> =>
  (await cursors(ctx)).flatMap(({ failingSince, lastCode, ...cursor }): Finding[] => {
    if (failingSince === null) return [];
    const { destination, stream } = cursor;
    const isLong = minutesSince(failingSince, ctx.deps.now()) >= STOPPED_MINUTES;
    const detail = { destination, stream, since: momentText(failingSince), code: lastCode ?? "" };
    return [{ level: isLong ? "raise" : "hold", subject: `${destination} ${stream}`, detail }];
  });

const dropped = async (ctx: Ctx): Promise<Finding[]> =>
  (await cursors(ctx)).flatMap(({ droppedAt, dropped: lines, destination, stream }): Finding[] =>
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

const SOURCES = {
  worker_silent: workers,
  queue_lag: lag,
  migrations_pending: migrations,
  disk_full: disk,
  trust_list_stale: trust,
  error_rate: errors,
  export_stopped: stopped,
  export_dropped: dropped,
} as const;

type OperatorRule = keyof typeof SOURCES;

const RULES: readonly OperatorRule[] = [
  "worker_silent",
  "queue_lag",
  "migrations_pending",
  "disk_full",
  "trust_list_stale",
  "error_rate",
  "export_stopped",
  "export_dropped",
];

const evaluate = async (ctx: Ctx, rule: OperatorRule): Promise<number> => {
  const found = await SOURCES[rule](ctx);
  const conditions = found.map(
    ({ subject = "deployment", ...finding }): Condition => ({ tenantId: null, rule, subject, ...finding }),
  );
  return apply(ctx, await openAlerts(ctx.deps.db.orm, [rule]), conditions);
};

/** The rules about the deployment. One that cannot be asked leaves the others alone. @returns how many began or ended */
export const evaluateOperator = async (ctx: Ctx): Promise<number> => {
  let done = 0;
  for (const rule of RULES) {
    try {
      done += await evaluate(ctx, rule);
    } catch (error) {
      ctx.deps.log.warn("a rule of alerts could not be asked", { reason: rule, error });
    }
  }
  return done;
};

const SHOWN = 100;
const SHOWN_PAST = 5;

const inWords = (alert: AlertRow) => {
  const { id, rule, raisedAt, resolvedAt } = alert;
  const [says = "", todo = ""] = alertParagraphs(alert, false);
  return { id, rule, raisedAt, resolvedAt, title: alertTitle(alert, false), says, todo };
};

/** The deployment's alerts for operators, in words and newest first: open ones, and the last of those that are over. */
export const operatorAlerts = async ({ deps }: Pick<Ctx, "deps">) => {
  const [open, past] = await Promise.all([
    listAlerts(deps.db.orm, null, { isOpen: true }, { limit: SHOWN, after: undefined }),
    listAlerts(deps.db.orm, null, { isOpen: false }, { limit: SHOWN_PAST, after: undefined }),
  ]);
  return { open: open.map(inWords), past: past.map(inWords) };
};
