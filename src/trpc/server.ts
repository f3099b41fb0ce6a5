import { authenticateBearer } from "#auth/bearer.ts";
import { readSession } from "#auth/session.ts";
import { requestIdOf } from "#http/respond.ts";
import type { Deps } from "#services/context.ts";
import type { CallContext } from "./init.ts";

/**
 * The context of procedures called by server components of the console. They act for the session in the request's
 * cookie; another site cannot forge an effect, because pages call queries only.
 * @param headers the page request's
 * @returns null when no one is signed in or the bearer has expired: the page then asks for a new one
 */
export const serverContext = async (
  deps: Deps,
  headers: Headers,
  tenantId: string | null,
): Promise<CallContext | null> => {
  const request = new Request(deps.settings.publicUrl, { headers: { cookie: headers.get("cookie") ?? "" } });
  // Never renews: a page must not wait for the provider.
  const session = await readSession(deps, request);
  if (!session || session.bearerExpiresAt.getTime() <= deps.now().getTime()) return null;
  const requestId = requestIdOf(deps, request);
  const bearing = new Request(request.url, { headers: { authorization: `Bearer ${session.grant.bearer}` } });
  const person = authenticateBearer(deps, bearing, requestId);
  return { deps, requestId, tenantId, person: () => person };
};
