import type { Tenant } from "#core/tenant.ts";
import type { Logger } from "#platform/log.ts";

/** Logs whose row has to be repaired, but never what is in it. */
export const logUnreadable = (
  { log }: { readonly log: Logger },
  { id: tenantId, unreadableOverrides }: Pick<Tenant, "id" | "unreadableOverrides">,
): void => {
  if (unreadableOverrides)
    log.error("a tenant's own numbers cannot be read, and those of its plan hold instead", {
      ...{ tenantId, column: "tenant.overrides", fields: unreadableOverrides },
    });
};
