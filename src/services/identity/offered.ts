import { methodOfSlug, PROVIDER_METHOD, slugOfMethod } from "#core/identity/provider.ts";
import type { Mode } from "#core/verification.ts";
import type { Db } from "#data/service/client.ts";
import { listProviders, liveSlugs } from "#data/tenants/identity-providers.ts";
import type { Deps } from "#services/context.ts";

/**
 * Methods that a tenant can offer: those of live mode, and its own identity providers. One that is switched off stays among
 * them, so that a policy which names it can still be published. Test keys always have the sandbox.
 */
export const availableMethods = async (
  { methods }: Pick<Deps, "methods">,
  db: Db,
  tenantId: string,
): Promise<string[]> => {
  const all = [...methods.values()].filter(({ modes }) => modes.includes("live")).map(({ id }) => id);
  if (!all.includes(PROVIDER_METHOD)) return all;
  const own = (await liveSlugs(db, tenantId)).map(methodOfSlug);
  return [...all.filter((id) => id !== PROVIDER_METHOD), ...own];
};

/** The providers that live methods name and that are switched on; nothing is read where none is named. */
export const providersFor = async (
  { db }: Pick<Deps, "db">,
  tenantId: string,
  { mode, methods }: { mode: Mode; methods: readonly string[] },
): Promise<{ slug: string }[]> => {
  if (mode !== "live" || !methods.some((id) => slugOfMethod(id) !== null)) return [];
  const rows = await listProviders(db.orm, tenantId);
  return rows.filter((row) => row.isActive && row.mode === mode);
};
