import type { MeterEvent } from "#data/generated/client.ts";
import type { Db } from "./client.ts";
import { type Asked, asClaimed, claimDue } from "./outbox.ts";

// What was used, on its way to Stripe's meters: services/usage/meters.ts.

export type MeterKind = "checks" | "reused";

export type MeteredTenant = { id: string; customerId: string; since: Date; closedThrough: Date | null };

const COLUMNS = { tenantId: true, customerId: true, since: true, closedThrough: true } as const;

/** The customer of a tenant; null: its usage is not reported. */
export const findCustomer = async (db: Db, tenantId: string): Promise<string | null> =>
  (await db.stripeCustomer.findUnique({ where: { tenantId }, select: { customerId: true } }))?.customerId ??
  null;

/** The last hour of a tenant that was closed; null: its usage is not reported. */
export const findClosedThrough = async (db: Db, tenantId: string): Promise<Date | null> => {
  const row = await db.stripeCustomer.findUnique({ where: { tenantId }, select: COLUMNS });
  return row && (row.closedThrough ?? row.since);
};

/**
 * @param customerId null: its usage is no longer reported; what is on its way still arrives
 * @param closedThrough for a new one: its first event is of the hour after
 */
export const setCustomer = async (
  db: Db,
  tenantId: string,
  customerId: string | null,
  { since, closedThrough }: { since: Date; closedThrough: Date },
): Promise<void> => {
  if (customerId === null) await db.stripeCustomer.deleteMany({ where: { tenantId } });
  else
    await db.stripeCustomer.upsert({
      where: { tenantId },
      create: { tenantId, customerId, since, closedThrough },
      update: { customerId },
    });
};

/** Tenants with an hour that was not closed, by id. */
export const tenantsToClose = async (db: Db, hour: Date, after: string, limit: number) => {
  const rows = await db.stripeCustomer.findMany({
    where: { tenantId: { gt: after }, OR: [{ closedThrough: null }, { closedThrough: { lt: hour } }] },
    orderBy: { tenantId: "asc" },
    take: limit,
    select: { tenantId: true },
  });
  return rows.map(({ tenantId: id }) => ({ id }));
};

/** The tenant's row, held until the end of the transaction; null: another process holds it, or there is none any more. */
export const holdCustomer = async (db: Db, tenantId: string): Promise<MeteredTenant | null> => {
  const held = await db.$queryRaw<unknown[]>`
    select from stripe_customer where tenant_id = ${tenantId} for update skip locked`;
  if (held.length === 0) return null;
  const row = await db.stripeCustomer.findUnique({ where: { tenantId }, select: COLUMNS });
  return row && { id: row.tenantId, ...row };
};

export const setClosedThrough = async (db: Db, tenantId: string, closedThrough: Date): Promise<void> => {
  await db.stripeCustomer.update({ where: { tenantId }, data: { closedThrough } });
};

/** The live counters of a month: what the statement bills, and what age keys decided. */
export const countersOf = async (
  db: Db,
  tenantId: string,
  month: Date,
): Promise<Readonly<Record<MeterKind, number>>> => {
  const row = await db.usageMonth.findUnique({
    where: { tenantId_month_mode: { tenantId, month, mode: "live" } },
  });
  return { checks: (row?.started ?? 0) - (row?.reused ?? 0), reused: row?.reused ?? 0 };
};

/** What of a month was written for a meter, and in how many events. */
export const reportedOf = async (
  db: Db,
  tenantId: string,
  month: Date,
  kind: MeterKind,
): Promise<{ value: number; events: number }> => {
  const { _sum, _count } = await db.meterEvent.aggregate({
    where: { tenantId, month, kind },
    _sum: { value: true },
    _count: true,
  });
  return { value: _sum.value ?? 0, events: _count };
};

type NewEvent = Pick<
  MeterEvent,
  "identifier" | "tenantId" | "customerId" | "month" | "hour" | "value" | "nextAt" | "createdAt"
> & { kind: MeterKind };

export const addMeterEvent = async (db: Db, event: NewEvent): Promise<void> => {
  await db.meterEvent.create({ data: event });
};

/**
 * Takes events that are due for a while; what is taken may be at Stripe from now on, until the result says otherwise.
 * @returns oldest first
 */
export const claimMeterEvents = async (db: Db, asked: Asked): Promise<MeterEvent[]> => {
  const claimed = await db.$queryRaw<{ identifier: string }[]>`
    ${claimDue("meter_event", asked)} returning identifier`;
  return db.meterEvent.findMany({
    where: { identifier: { in: claimed.map(({ identifier }) => identifier) } },
    orderBy: [{ hour: "asc" }, { identifier: "asc" }],
  });
};

type Result = {
  status: "sent" | "stopped" | "pending";
  code: string | null;
  nextAt: Date;
  isRefused: boolean;
};

/** Unless another process has taken the event since. */
export const recordMeterResult = async (
  db: Db,
  { identifier, tries }: Pick<MeterEvent, "identifier" | "tries">,
  { status, code, nextAt, isRefused }: Result,
  now: Date,
): Promise<void> => {
  await db.meterEvent.updateMany({
    where: asClaimed({ identifier, tries }),
    data: {
      status,
      lastCode: code,
      nextAt,
      ...(isRefused ? { unsureSince: null } : {}),
      ...(status === "pending" ? {} : { endedAt: now }),
    },
  });
};
