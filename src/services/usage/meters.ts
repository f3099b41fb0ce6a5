import { createHash } from "node:crypto";
import { monthAfter, monthOf } from "#core/billing/quota.ts";
import { addDays, epochSeconds, HOUR_MS, hourOf } from "#core/day.ts";
import { isJsonObject, jsonIn } from "#core/json.ts";
import { type Pause, pauseMs, steady } from "#core/webhooks/backoff.ts";
import type { MeterEvent } from "#data/generated/client.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import {
  addMeterEvent,
  claimMeterEvents,
  countersOf,
  findClosedThrough,
  holdCustomer,
  type MeterKind,
  recordMeterResult,
  reportedOf,
  setClosedThrough,
  setCustomer,
  tenantsToClose,
} from "#data/service/meter-events.ts";
import type { Ctx } from "#services/context.ts";
import { everyRow } from "#services/paging.ts";

// Usage for Stripe's meters (docs/exports.md). What an hour is worth is what the month's counter, which bills, rose by since
// the hour before: so the events of a month add up to its statement, whatever is erased or decided in the meantime.

/** Starts at the end of an hour have committed by then; a later one counts for the next hour. */
const CLOSED_AFTER_MS = 5 * 60_000;
/** Stripe takes timestamps of the last 35 days. */
const REPORTED_DAYS = 34;
const KINDS: readonly MeterKind[] = ["checks", "reused"];

/** The last hour that has been over for long enough. */
const lastClosedHour = (now: Date): Date => hourOf(new Date(now.getTime() - CLOSED_AFTER_MS - HOUR_MS));

const monthsBetween = (from: Date, through: Date): Date[] => {
  const months: Date[] = [];
  for (let month = monthOf(from); month <= through; month = monthAfter(month)) months.push(month);
  return months;
};

/** At most 100 characters, and the same for the same tenant, hour and kind; a correction of an hour is another event. */
export const meterIdentifier = (tenantId: string, kind: MeterKind, hour: Date, events: number): string =>
  `lintel_${createHash("sha256").update([tenantId, kind, hour.toISOString(), events].join(" ")).digest("base64url")}`;

/** Reports a tenant's usage from this month on for a customer; null: for no one any more. */
export const meterFor = (
  { deps }: Ctx,
  db: Db,
  tenantId: string,
  customerId: string | null,
): Promise<void> => {
  const since = deps.now();
  return setCustomer(db, tenantId, customerId, { since, closedThrough: lastClosedHour(since) });
};

const closeTenant = (ctx: Ctx, tenantId: string, hour: Date): Promise<void> =>
  inTransaction(ctx.deps.db, async (db) => {
    const now = ctx.deps.now();
    const held = await holdCustomer(db, tenantId);
    if (!held || (held.closedThrough && held.closedThrough >= hour)) return;
    const earliest = addDays(now, -REPORTED_DAYS);
    const months = monthsBetween(held.since > earliest ? held.since : earliest, hour);
    for (const month of months) {
      const counters = await countersOf(db, tenantId, month);
      const lastOfMonth = new Date(monthAfter(month).getTime() - HOUR_MS);
      const at = lastOfMonth < hour ? lastOfMonth : hour;
      // Its time has to be one that Stripe still takes.
      if (at < earliest) continue;
      for (const kind of KINDS) {
        const reported = await reportedOf(db, tenantId, month, kind);
        const value = counters[kind] - reported.value;
        if (value === 0) continue;
        const identifier = meterIdentifier(tenantId, kind, at, reported.events);
        const { customerId } = held;
        await addMeterEvent(db, {
          ...{ identifier, tenantId, customerId, kind, month, hour: at, value, nextAt: now, createdAt: now },
        });
      }
    }
    await setClosedThrough(db, tenantId, hour);
  });

/**
 * Writes what tenants used until the end of the last hour that is closed. Several workers can run it at once.
 * @param perPage tenants read at once
 */
export const closeMeterHours = async (ctx: Ctx, perPage: number, signal?: AbortSignal): Promise<void> => {
  const { deps } = ctx;
  if (!deps.settings.meters) return;
  const hour = lastClosedHour(deps.now());
  const due = (after: string) => tenantsToClose(deps.db.orm, hour, after, perPage);
  for await (const { id: tenantId } of everyRow(perPage, due)) {
    if (signal?.aborted) return;
    await closeTenant(ctx, tenantId, hour);
  }
};

/** Whether a tenant's usage until then is on its way to Stripe, if it is reported at all. */
export const isMetered = async ({ deps }: Ctx, tenantId: string, until: Date): Promise<boolean> => {
  if (!deps.settings.meters) return true;
  const closed = await findClosedThrough(deps.db.orm, tenantId);
  return closed === null || closed >= hourOf(until);
};

const LEASE = steady(120_000);
const PAUSE: Pause = { firstMs: 15_000, longestMs: 30 * 60_000 };
/** Stripe knows an identifier for at least 24 hours. */
const UNSURE_MS = 23 * HOUR_MS;

type Answered = { is: "sent" } | { is: "refused" | "unknown"; code: string };

/** Stripe refuses an identifier that it has; the code is not always there (github.com/langfuse/langfuse/pull/16292). */
const isDuplicate = (code: unknown, message: unknown): boolean =>
  code === "duplicate_meter_event" || /event already exists with identifier/i.test(String(message));

const WORD = /^[a-z_]{1,60}$/;

const send = async ({ deps }: Ctx, event: MeterEvent, eventName: string): Promise<Answered> => {
  const { meters } = deps.settings;
  const { identifier, customerId, value, hour } = event;
  const body = new URLSearchParams({
    event_name: eventName,
    "payload[stripe_customer_id]": customerId,
    "payload[value]": String(value),
    identifier,
    // The last second of the hour.
    timestamp: String(epochSeconds(hour) + 3_599),
  });
  try {
    const answer = await deps.askTenantAddress(`${meters?.baseUrl}/v1/billing/meter_events`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${meters?.secretKey}`,
        "content-type": "application/x-www-form-urlencoded",
        "idempotency-key": identifier,
      },
      body: body.toString(),
    });
    if (answer.isOk) return { is: "sent" };
    const said: unknown = jsonIn(answer.text);
    const error = isJsonObject(said) && isJsonObject(said.error) ? said.error : {};
    if (isDuplicate(error.code, error.message)) return { is: "sent" };
    const code = WORD.test(String(error.code)) ? String(error.code) : `http_${answer.status}`;
    return { is: "refused", code };
  } catch {
    return { is: "unknown", code: "no_answer" };
  }
};

const sendOne = async (ctx: Ctx, event: MeterEvent): Promise<void> => {
  const { deps } = ctx;
  const eventName = deps.settings.meters?.eventNames[event.kind === "reused" ? "reused" : "checks"];
  const db = deps.db.orm;
  const startedAt = deps.now();
  const ended = { code: null, nextAt: startedAt, isRefused: false };
  // No meter for it: it is written so that a month adds up also once there is one.
  if (!eventName)
    return recordMeterResult(db, event, { ...ended, status: "sent", code: "no_meter" }, startedAt);
  const isTooOld = event.hour < addDays(startedAt, -REPORTED_DAYS);
  const isUnsure = event.unsureSince && startedAt.getTime() - event.unsureSince.getTime() > UNSURE_MS;
  if (isTooOld || isUnsure) {
    const code = isTooOld ? "too_old" : "unsure";
    deps.log.error("a meter event was given up: compare the month with Stripe", {
      ...{ tenantId: event.tenantId, code, reason: event.lastCode },
    });
    return recordMeterResult(db, event, { ...ended, status: "stopped", code }, startedAt);
  }
  const answered = await send(ctx, event, eventName);
  const now = deps.now();
  if (answered.is === "sent") return recordMeterResult(db, event, { ...ended, status: "sent" }, now);
  const nextAt = new Date(now.getTime() + pauseMs(PAUSE, event.tries));
  if (event.tries === 1)
    deps.log.warn("a meter event was not taken and is sent again", { code: answered.code });
  const isRefused = answered.is === "refused";
  return recordMeterResult(db, event, { status: "pending", code: answered.code, nextAt, isRefused }, now);
};

/**
 * Sends events that are due, one after the other: Stripe takes one at a time for a customer and meter. Each is sent until
 * Stripe has it, under one identifier; what stays unknown for longer than Stripe knows identifiers is given up and logged.
 * @returns how many were due
 */
export const sendMeterEvents = async (ctx: Ctx, limit: number, signal?: AbortSignal): Promise<number> => {
  const { deps } = ctx;
  if (!deps.settings.meters) return 0;
  const events = await claimMeterEvents(deps.db.orm, { now: deps.now(), limit, lease: LEASE });
  for (const event of events) {
    if (signal?.aborted) break;
    await sendOne(ctx, event);
  }
  return events.length;
};
