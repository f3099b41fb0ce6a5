import type { KnownAdminKey } from "#data/operator/admin-keys.ts";
import type { KnownKey } from "#data/tenants/api-keys.ts";
import type { OpenGateRow } from "#data/tenants/gates.ts";
import type { OpenClient } from "#data/tenants/oidc-clients.ts";
import type { ServedHost } from "#data/tenants/tenant-hosts.ts";
import type { AddressRule } from "#platform/keys/address-rule.ts";
import type { ShortCache } from "#platform/short-cache.ts";

/** A tenant's key as processes remember it for some seconds; `permits` null: it may be used from anywhere. */
type CachedKey = KnownKey & { readonly permits: AddressRule | null };

/** The rows that a process remembers for some seconds. */
export type Caches = {
  readonly keyCache: ShortCache<CachedKey>;
  readonly adminKeyCache: ShortCache<KnownAdminKey>;
  /** For "Sign in with age". */
  readonly siteCache: ShortCache<OpenClient>;
  readonly gateCache: ShortCache<OpenGateRow>;
  /** Tenants' hosts, by name and by tenant. */
  readonly hostCache: ShortCache<ServedHost>;
};

/**
 * To call after a change to an API key, a site, a gate, a host or a tenant, with its id: the change applies at once in this
 * process, in others after 5 s.
 */
export const forgetCached = (
  { keyCache, adminKeyCache, siteCache, gateCache, hostCache }: Caches,
  id: string,
): void => {
  for (const cache of [keyCache, adminKeyCache, siteCache, gateCache, hostCache]) cache.invalidate(id);
};
