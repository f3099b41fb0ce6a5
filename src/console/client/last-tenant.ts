const PLACE = "lintel-tenant";

// A browser may keep nothing; the console then starts at the oldest membership.
const storage = (): Storage | null => {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
};

/** Notes the tenant whose pages are open, where the next visit of this browser begins. */
export const rememberTenant = (tenantId: string): void => {
  try {
    storage()?.setItem(PLACE, tenantId);
  } catch {
    // Full, or forbidden.
  }
};

/**
 * Where a person's visit begins: the tenant that this browser had open last, if it is theirs, or the one that they joined
 * first. Never by name: others choose names.
 * @param accepted the person's tenants, in the order in which they joined
 */
export const tenantToOpen = (accepted: readonly { tenantId: string }[]): string | null => {
  const last = storage()?.getItem(PLACE) ?? null;
  const found = accepted.find(({ tenantId }) => tenantId === last) ?? accepted[0];
  return found?.tenantId ?? null;
};
