import { methodOfSlug, PROVIDER_METHOD, slugOfMethod } from "#core/identity/provider.ts";
import { methodOfVendor, VENDOR_METHOD, vendorOfMethod } from "#core/identity/vendor.ts";
import type { Mode } from "#core/verification.ts";
import type { Db } from "#data/service/client.ts";
import { listProviders, liveSlugs } from "#data/tenants/identity-providers.ts";
import { listVendors, liveVendorKinds } from "#data/tenants/vendors.ts";
import type { Deps } from "#services/context.ts";

/**
 * Methods that a tenant can offer: those of live mode, and its own identity providers and vendors. One that is switched off
 * stays among them, so that a policy which names it can still be published. Test keys always have the sandbox.
 */
export const availableMethods = async (
  { methods }: Pick<Deps, "methods">,
  db: Db,
  tenantId: string,
): Promise<string[]> => {
  const all = [...methods.values()].filter(({ modes }) => modes.includes("live")).map(({ id }) => id);
  const own = async (method: string): Promise<string[]> => {
    if (method === PROVIDER_METHOD) return (await liveSlugs(db, tenantId)).map(methodOfSlug);
    return method === VENDOR_METHOD ? (await liveVendorKinds(db, tenantId)).map(methodOfVendor) : [method];
  };
  return (await Promise.all(all.map(own))).flat();
};

/** The providers and vendors that live methods name and that are switched on; nothing is read where none is named. */
export const providersFor = async (
  { db }: Pick<Deps, "db">,
  tenantId: string,
  { mode, methods }: { mode: Mode; methods: readonly string[] },
): Promise<{ method: string }[]> => {
  if (mode !== "live") return [];
  const hasProvider = methods.some((id) => slugOfMethod(id) !== null);
  const hasVendor = methods.some((id) => vendorOfMethod(id) !== null);
  const providers = hasProvider ? await listProviders(db.orm, tenantId) : [];
  const vendors = hasVendor ? await listVendors(db.orm, tenantId) : [];
  const all = [
    ...providers.map(({ slug, ...row }) => ({ ...row, method: methodOfSlug(slug) })),
    ...vendors.map(({ kind, ...row }) => ({ ...row, method: methodOfVendor(kind) })),
  ];
  return all.filter((row) => row.isActive && row.mode === mode).map(({ method }) => ({ method }));
};
