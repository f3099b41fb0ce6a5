import { findSession, type SessionRow, touchSession } from "#data/console-sessions.ts";
import type { ProviderSession } from "#platform/identity/identity-provider.ts";
import type { Deps } from "../context.ts";
import { isSessionSecret, openGrant, secretHashOf } from "./grant.ts";
import { SESSION_IDLE_MS, SESSION_TOUCH_MS } from "./lifetime.ts";

/** A running session with the provider's tokens in the open. */
export type OpenSession = Pick<SessionRow, "id" | "memberId" | "renewedAt" | "bearerExpiresAt"> & {
  grant: ProviderSession;
};

export const opened = (deps: Pick<Deps, "secrets">, row: SessionRow | null): OpenSession | null => {
  const grant = row && openGrant(deps, row.id, row.grantSealed);
  return row && grant && { ...row, grant };
};

/** The running session behind a cookie; null: there is none, it was ended, or its time is up. */
export const openSession = async (
  deps: Pick<Deps, "db" | "secrets" | "now">,
  secret: string | null,
): Promise<OpenSession | null> => {
  if (secret === null || !isSessionSecret(secret)) return null;
  return opened(deps, await findSession(deps.db.orm, secretHashOf(deps, secret), deps.now()));
};

/** Notes that a session is used, at most once a minute. */
export const noteSessionUse = async (
  deps: Pick<Deps, "db" | "now">,
  id: string,
  lastUsedAt: Date,
): Promise<void> => {
  const now = deps.now();
  if (now.getTime() - lastUsedAt.getTime() < SESSION_TOUCH_MS) return;
  await touchSession(deps.db.orm, id, now, SESSION_IDLE_MS);
};
