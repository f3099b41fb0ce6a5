import type { Mode } from "#core/verification.ts";
import type { FailingStreak, WebhookEndpoint } from "#core/webhooks/webhook.ts";
import type { WebhookEndpoint as EndpointRow, Prisma } from "#data/generated/client.ts";
import type { Database, Db } from "#data/service/client.ts";
import { defined } from "#data/service/columns.ts";

const COLUMNS = {
  id: true,
  tenantId: true,
  url: true,
  description: true,
  events: true,
  modes: true,
  isEnabled: true,
  disabledReason: true,
  failingSince: true,
  previousSecretUntil: true,
  createdAt: true,
} as const satisfies Prisma.WebhookEndpointSelect;

type NewEndpoint = Pick<
  EndpointRow,
  "id" | "tenantId" | "url" | "description" | "events" | "modes" | "secretSealed"
>;

export const insertEndpoint = (db: Db, endpoint: NewEndpoint, now: Date): Promise<WebhookEndpoint> =>
  db.webhookEndpoint.create({ data: { ...endpoint, createdAt: now, updatedAt: now }, select: COLUMNS });

/**
 * How many endpoints the tenant has. No other transaction can count them until this one ends, so that a limit holds.
 */
export const countEndpoints = async (db: Db, tenantId: string): Promise<number> => {
  await db.$queryRaw`select id from tenant where id = ${tenantId} for no key update`;
  return db.webhookEndpoint.count({ where: { tenantId, deletedAt: null } });
};

export const listEndpoints = (db: Db, tenantId: string): Promise<WebhookEndpoint[]> =>
  db.webhookEndpoint.findMany({
    where: { tenantId, deletedAt: null },
    orderBy: { id: "asc" },
    select: COLUMNS,
  });

export const findEndpoint = (db: Db, tenantId: string, id: string): Promise<WebhookEndpoint | null> =>
  db.webhookEndpoint.findFirst({ where: { id, tenantId, deletedAt: null }, select: COLUMNS });

type EndpointChanges = {
  url?: string | undefined;
  description?: string | undefined;
  events?: string[] | undefined;
  modes?: Mode[] | undefined;
};

/** Changes one of the tenant's endpoints; false when there is none. */
const change = async (
  db: Db,
  where: Prisma.WebhookEndpointWhereInput & { id: string; tenantId: string },
  data: Prisma.WebhookEndpointUpdateManyMutationInput,
): Promise<boolean> =>
  (await db.webhookEndpoint.updateMany({ where: { ...where, deletedAt: null }, data })).count === 1;

/** Writes the given fields. False when the tenant has no endpoint with this id. */
export const updateEndpoint = (
  db: Db,
  tenantId: string,
  id: string,
  { url, description, events, modes }: EndpointChanges,
  now: Date,
): Promise<boolean> =>
  change(db, { id, tenantId }, { ...defined({ url, description, events, modes }), updatedAt: now });

const UNTROUBLED = { failingSince: null, failingDays: 0, failingCountedAt: null, breakerOpenUntil: null };

/** Switches the endpoint on again and forgets its failures. False when it was already on. */
export const enableEndpoint = (db: Db, tenantId: string, id: string, now: Date): Promise<boolean> => {
  const on = { isEnabled: true, disabledReason: null, ...UNTROUBLED, updatedAt: now };
  return change(db, { id, tenantId, isEnabled: false }, on);
};

/** Removes a webhook endpoint and erases its secrets; its past deliveries stay readable. */
export const removeEndpoint = (db: Db, tenantId: string, id: string, now: Date): Promise<boolean> => {
  const noSecrets = { previousSecretSealed: null, previousSecretUntil: null, olderSecrets: [] };
  return change(db, { id, tenantId }, { deletedAt: now, isEnabled: false, secretSealed: "", ...noSecrets });
};

/**
 * Puts a new secret in place; the one before keeps signing until `previousUntil`, and earlier ones for as
 * long as each was promised. When `previousUntil` is null, all of them stop. One statement, so that two
 * simultaneous rolls cannot lose a secret that a tenant has just been shown.
 * @returns false when `mostEarlier` secrets would still sign alongside the new one and the one before
 */
export const rollSecret = async (
  db: Db,
  roll: {
    tenantId: string;
    id: string;
    secretSealed: string;
    previousUntil: Date | null;
    mostEarlier: number;
    now: Date;
  },
): Promise<boolean> => {
  const { tenantId, id, secretSealed, previousUntil, mostEarlier, now } = roll;
  const rolled = await db.$executeRaw`
    update webhook_endpoint w set secret_sealed = ${secretSealed}, updated_at = ${now},
      previous_secret_sealed = case when ${previousUntil}::timestamptz is null then null else secret_sealed end,
      previous_secret_until = ${previousUntil}::timestamptz,
      older_secrets = case when ${previousUntil}::timestamptz is null then '[]'::jsonb else (
        select coalesce(jsonb_agg(jsonb_build_object('sealed', e.sealed, 'until', e.until) order by e.until desc), '[]')
        from (select w.previous_secret_sealed as sealed, w.previous_secret_until as until
          union all select o.sealed, o.until
            from jsonb_to_recordset(w.older_secrets) as o(sealed text, until timestamptz)) e
        where e.sealed is not null and e.until > ${now}) end
    where id = ${id} and tenant_id = ${tenantId} and deleted_at is null
      and (${previousUntil}::timestamptz is null or ${mostEarlier}::int > (
        select count(*) from (select w.previous_secret_sealed as sealed, w.previous_secret_until as until
          union all select o.sealed, o.until
            from jsonb_to_recordset(w.older_secrets) as o(sealed text, until timestamptz)) e
        where e.sealed is not null and e.until > ${now}))`;
  return rolled === 1;
};

/** Notes that endpoints answered well: this ends their failing period and closes an open breaker. */
export const markAnswering = async (database: Database, endpointIds: readonly string[]): Promise<void> => {
  await database.orm.webhookEndpoint.updateMany({
    where: {
      id: { in: [...endpointIds] },
      OR: [{ failingSince: { not: null } }, { breakerOpenUntil: { not: null } }],
    },
    data: UNTROUBLED,
  });
};

/**
 * Notes that an endpoint failed, if that is news.
 * @param countedBefore when a day was last counted, as far as the caller knows: another worker's note or a
 *   success wins
 */
export const markFailing = async (
  database: Database,
  endpointId: string,
  streak: FailingStreak,
  countedBefore: Date | null,
): Promise<void> => {
  await database.orm.webhookEndpoint.updateMany({
    where: { id: endpointId, failingCountedAt: countedBefore },
    data: { failingSince: streak.since, failingDays: streak.days, failingCountedAt: streak.countedAt },
  });
};

/** Holds an endpoint's deliveries back until the given time, in every worker. */
export const openBreaker = async (database: Database, endpointId: string, until: Date): Promise<void> => {
  await database.orm.webhookEndpoint.updateMany({
    where: { id: endpointId },
    data: { breakerOpenUntil: until },
  });
};

/**
 * Switches an enabled endpoint off and cancels its waiting deliveries. False when it was already off.
 * @param failingSinceAtLeast only if it has failed without a success since then
 */
export const disableEndpoint = async (
  db: Db,
  tenantId: string,
  id: string,
  reason: string | null,
  now: Date,
  failingSinceAtLeast?: Date,
): Promise<boolean> => {
  const isOn = {
    isEnabled: true,
    ...(failingSinceAtLeast && { failingSince: { lte: failingSinceAtLeast } }),
  };
  const off = { isEnabled: false, disabledReason: reason, updatedAt: now };
  if (!(await change(db, { id, tenantId, ...isOn }, off))) return false;
  await cancelDeliveries(db, id, now);
  return true;
};

/** Cancels an endpoint's waiting deliveries; the outcome of one being sent right now is fenced out. */
export const cancelDeliveries = async (db: Db, endpointId: string, now: Date): Promise<void> => {
  await db.webhookDelivery.updateMany({
    where: { endpointId, status: "pending" },
    data: { status: "cancelled", endedAt: now },
  });
};
