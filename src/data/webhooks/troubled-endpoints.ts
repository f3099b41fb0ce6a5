import { Prisma } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";

export type TroubledEndpoint = {
  endpointId: string;
  tenantId: string;
  tenantName: string;
  url: string;
  modes: string[];
  isEnabled: boolean;
  disabledReason: string | null;
  failingSince: Date | null;
  failingDays: number;
  breakerOpenUntil: Date | null;
};

const ORDERS = {
  id: Prisma.sql`w.id`,
  longest: Prisma.sql`w.failing_since nulls last, w.id`,
} as const;

/** Endpoints of open tenants that fail, or that the service switched off: for alerts, and for the operator's console. */
export const troubledEndpoints = (db: Db, order: keyof typeof ORDERS, limit: number) =>
  db.$queryRaw<TroubledEndpoint[]>`
    select w.id as "endpointId", t.id as "tenantId", t.name as "tenantName", w.url, w.modes::text[] as modes,
      w.is_enabled as "isEnabled", w.disabled_reason as "disabledReason", w.failing_since as "failingSince",
      w.failing_days as "failingDays", w.breaker_open_until as "breakerOpenUntil"
    from webhook_endpoint w join tenant t on t.id = w.tenant_id and t.is_active
    where w.deleted_at is null and (w.failing_since is not null or w.disabled_reason is not null)
    order by ${ORDERS[order]} limit ${limit}`;

/** How many of them are still tried (`failing`), and how many are switched off. */
export const countTroubled = async (db: Db): Promise<{ failing: number; off: number }> => {
  const [row] = await db.$queryRaw<{ failing: number; off: number }[]>`
    select (count(*) filter (where w.is_enabled))::int as failing, (count(*) filter (where not w.is_enabled))::int as off
    from webhook_endpoint w join tenant t on t.id = w.tenant_id and t.is_active
    where w.deleted_at is null and (w.failing_since is not null or w.disabled_reason is not null)`;
  return row ?? { failing: 0, off: 0 };
};
