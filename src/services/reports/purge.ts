import { inTransaction } from "#data/client.ts";
import { addToCounter } from "#data/counters.ts";
import { purgeEvents, purgeVerifications, retentionRules } from "#data/retention.ts";
import type { Ctx } from "../context.ts";

const DAY_MS = 86_400_000;
const TENANTS_PER_PAGE = 500;

/** Erases up to `limit` verifications' metadata and as many events of one tenant. Returns how many of both. */
const purgeTenant = (
  { deps }: Ctx,
  tenant: { id: string; metadataRetentionDays: number },
  limit: number,
): Promise<number> =>
  inTransaction(deps.db, async (db) => {
    const before = new Date(deps.now().getTime() - tenant.metadataRetentionDays * DAY_MS);
    const verifications = await purgeVerifications(db, tenant.id, before, limit);
    const events = await purgeEvents(db, tenant.id, before, limit);
    await addToCounter(db, "verifications_purged", verifications);
    await addToCounter(db, "events_purged", events);
    return verifications + events;
  });

/**
 * Erases what every tenant's retention says is too old, in bounded transactions.
 * @param limit rows of each kind that one transaction takes
 */
export const purgeExpiredData = async (ctx: Ctx, limit: number): Promise<void> => {
  let after = "";
  for (;;) {
    const tenants = await retentionRules(ctx.deps.db.orm, after, TENANTS_PER_PAGE);
    for (const tenant of tenants) while ((await purgeTenant(ctx, tenant, limit)) > 0);
    const last = tenants.at(-1);
    if (!last || tenants.length < TENANTS_PER_PAGE) return;
    after = last.id;
  }
};
