import { findSettings } from "#data/tenant-settings.ts";
import type { Deps } from "../context.ts";

/** The hosts whose pages may embed the tenant's hosted pages: those that its callbacks may go to. */
export const embedHostsOf = async (deps: Deps, tenantId: string): Promise<string[]> =>
  (await findSettings(deps.db.orm, tenantId))?.callbackHosts ?? [];
