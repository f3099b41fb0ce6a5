import { type AlertDetail, type EndReason, isEndReason } from "#core/alerts/rule.ts";
import { type AlertRule, isAlertRule } from "#core/alerts/rules.ts";
import type { OpenAlert } from "#core/alerts/state.ts";
import type { Prisma } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";

export type AlertRow = {
  id: string;
  tenantId: string | null;
  rule: AlertRule;
  subject: string;
  detail: AlertDetail;
  raisedAt: Date;
  resolvedAt: Date | null;
  /** Null: it is open, or an earlier release ended it. */
  endReason: EndReason | null;
};

type Stored = Omit<AlertRow, "rule" | "detail" | "endReason"> & {
  rule: string;
  detail: unknown;
  endReason: string | null;
};

const isDetail = (value: unknown): value is AlertDetail =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Rows of a rule that a later release has are left out. */
const known = <Row extends Stored>(rows: readonly Row[]): (Row & AlertRow)[] =>
  rows.flatMap((row) => {
    const { rule, detail, endReason } = row;
    return isAlertRule(rule)
      ? [
          {
            ...row,
            rule,
            detail: isDetail(detail) ? detail : {},
            endReason: isEndReason(endReason) ? endReason : null,
          },
        ]
      : [];
  });

/**
 * Open alerts of these rules.
 * @param only subjects up to and including `through`; tenants of this list
 */
export const openAlerts = async (
  db: Db,
  rules: readonly AlertRule[],
  only: { through?: string | undefined; tenantIds?: readonly string[] | undefined } = {},
): Promise<OpenAlert[]> => {
  const rows = await db.alert.findMany({
    where: {
      rule: { in: [...rules] },
      resolvedAt: null,
      ...(only.through === undefined ? {} : { subject: { lte: only.through } }),
      ...(only.tenantIds === undefined ? {} : { tenantId: { in: [...only.tenantIds] } }),
    },
    select: { id: true, tenantId: true, rule: true, subject: true, raisedAt: true, lastSeenAt: true },
  });
  return rows.flatMap((row) => (isAlertRule(row.rule) ? [{ ...row, rule: row.rule }] : []));
};

/** @returns false: it is open already, raised by another worker */
export const insertAlert = async (
  db: Db,
  alert: Omit<AlertRow, "resolvedAt" | "endReason">,
): Promise<boolean> => {
  const { id, tenantId, rule, subject, detail, raisedAt } = alert;
  const count = await db.$executeRaw`
    insert into alert (id, tenant_id, rule, subject, detail, raised_at, last_seen_at)
    values (${id}, ${tenantId}, ${rule}, ${subject}, ${JSON.stringify(detail)}::jsonb, ${raisedAt}, ${raisedAt})
    on conflict (coalesce(tenant_id, ''), rule, subject) where resolved_at is null do nothing`;
  return count === 1;
};

export const noteSeen = async (db: Db, ids: readonly string[], now: Date): Promise<void> => {
  if (ids.length === 0) return;
  await db.$executeRaw`update alert set last_seen_at = ${now} where id = any(${ids}) and resolved_at is null`;
};

/** @returns null: another worker has ended it */
export const endAlert = async (
  db: Db,
  id: string,
  reason: EndReason,
  now: Date,
): Promise<AlertRow | null> => {
  const rows = await db.$queryRaw<Stored[]>`
    update alert set resolved_at = ${now}, end_reason = ${reason} where id = ${id} and resolved_at is null
    returning id, tenant_id as "tenantId", rule, subject, detail, raised_at as "raisedAt", resolved_at as "resolvedAt",
      end_reason as "endReason"`;
  return known(rows)[0] ?? null;
};

export type AlertFilter = { isOpen?: boolean | undefined; rule?: AlertRule | undefined };

/** A tenant's alerts, or with null the deployment's, newest first. */
export const listAlerts = async (
  db: Db,
  tenantId: string | null,
  { isOpen, rule }: AlertFilter,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<AlertRow[]> =>
  known(
    await db.alert.findMany({
      where: {
        tenantId,
        ...(isOpen === undefined ? {} : { resolvedAt: isOpen ? null : { not: null } }),
        ...(rule === undefined ? {} : { rule }),
        ...(after === undefined ? {} : { id: { lt: after } }),
      },
      orderBy: { id: "desc" },
      take: limit,
      select: {
        ...{ id: true, tenantId: true, rule: true, subject: true },
        ...{ detail: true, raisedAt: true, resolvedAt: true, endReason: true },
      },
    }),
  );

export const countOpen = (db: Db, tenantId: string): Promise<number> =>
  db.alert.count({ where: { tenantId, resolvedAt: null } });

export const findAlerts = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, AlertRow>> => {
  const rows = known(await db.alert.findMany({ where: { id: { in: [...ids] } } }));
  return new Map(rows.map((row) => [row.id, row]));
};

export const purgeAlerts = (db: Db, before: Date, limit: number): Promise<number> =>
  db.$executeRaw`
    delete from alert where id in (
      select id from alert where resolved_at < ${before} order by resolved_at limit ${limit} for update skip locked)`;

/** Which rules a tenant has turned off, for those that have. */
export const rulesOff = async (
  db: Db,
  tenantIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const rows = await db.alertChannel.findMany({
    where: { tenantId: { in: [...tenantIds] }, rulesOff: { isEmpty: false } },
    select: { tenantId: true, rulesOff: true },
  });
  return new Map(rows.map((row) => [row.tenantId, row.rulesOff]));
};

export const findChannel = (db: Db, tenantId: string) => db.alertChannel.findUnique({ where: { tenantId } });

export const saveChannel = async (
  db: Db,
  tenantId: string,
  changes: { slackSealed?: string | null; rulesOff?: string[] },
  now: Date,
): Promise<void> => {
  await db.alertChannel.upsert({
    where: { tenantId },
    create: { tenantId, slackSealed: null, rulesOff: [], ...changes, updatedAt: now },
    update: { ...changes, updatedAt: now },
  });
};

export type Preference = Omit<
  Prisma.AlertPreferenceUncheckedCreateInput,
  "tenantId" | "memberId" | "updatedAt" | "rulesOff"
> & {
  rulesOff: string[];
  quietFrom: number | null;
  quietTo: number | null;
};

const PREFERENCE = {
  ...{ memberId: true, mails: true, rulesOff: true, quietFrom: true },
  ...{ quietTo: true, zone: true, urgentPasses: true },
} as const;

export const preferencesOf = async (db: Db, tenantId: string): Promise<ReadonlyMap<string, Preference>> => {
  const rows = await db.alertPreference.findMany({ where: { tenantId }, select: PREFERENCE });
  return new Map(rows.map(({ memberId, ...preference }) => [memberId, preference]));
};

export const findPreference = async (
  db: Db,
  tenantId: string,
  memberId: string,
): Promise<Preference | null> =>
  db.alertPreference.findUnique({
    where: { tenantId_memberId: { tenantId, memberId } },
    select: { ...PREFERENCE, memberId: false },
  });

export const savePreference = async (
  db: Db,
  key: { tenantId: string; memberId: string },
  preference: Preference,
  now: Date,
): Promise<void> => {
  const data = { ...preference, updatedAt: now };
  await db.alertPreference.upsert({
    where: { tenantId_memberId: key },
    create: { ...key, ...data },
    update: data,
  });
};
