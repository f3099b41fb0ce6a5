import { monthAfter, monthOf } from "#core/quota.ts";
import { lastSettledMonth } from "#core/statement.ts";
import { setStatementsThrough, tenantsToFreeze } from "#data/statements.ts";
import { findTenant } from "#data/tenants.ts";
import type { Deps } from "../context.ts";
import { freezeStatement } from "./freeze-statement.ts";
import { recordPrices } from "./record-terms.ts";

const later = (one: Date, other: Date): Date => (one > other ? one : other);

const freezeTenant = async (
  deps: Deps,
  { id, statementsThrough }: { id: string; statementsThrough: Date | null },
  last: Date,
): Promise<void> => {
  const tenant = await findTenant(deps.db.orm, id);
  if (!tenant) return;
  const first = monthOf(tenant.createdAt);
  const from = statementsThrough ? later(first, monthAfter(statementsThrough)) : first;
  for (let month = from; month <= last; month = monthAfter(month)) {
    await freezeStatement(deps, tenant, month);
    await setStatementsThrough(deps.db.orm, id, month);
  }
};

/**
 * Freezes every month that is over, of every tenant, also those that were missed. Several workers may do so at once;
 * a tenant whose month cannot be frozen holds up nobody else's and is tried again next time.
 * @param perPage tenants that are read at once
 */
export const freezeAllStatements = async (deps: Deps, perPage: number): Promise<void> => {
  await recordPrices(deps, deps.db.orm);
  const last = lastSettledMonth(deps.now());
  let after = "";
  for (;;) {
    const tenants = await tenantsToFreeze(deps.db.orm, last, after, perPage);
    for (const tenant of tenants) {
      await freezeTenant(deps, tenant, last).catch((error: unknown) =>
        deps.log.warn("a statement could not be frozen and will be tried again", {
          tenantId: tenant.id,
          error,
        }),
      );
    }
    const end = tenants.at(-1);
    if (!end || tenants.length < perPage) return;
    after = end.id;
  }
};
