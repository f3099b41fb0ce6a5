import { authenticateBearer } from "#auth/bearer.ts";
import { readSession } from "#auth/read-session.ts";
import { requestIdOf } from "#http/request-id.ts";
import type { Deps } from "#services/context.ts";
import { createCaller } from "./root.ts";

/**
 * The procedures as functions, for server components of the console. They act for the session in the request's
 * cookie: rendering a page for its own reader is no call that another site could forge an effect with, because
 * pages call queries only.
 * @param headers of the page's request
 * @returns null when nobody is signed in, or the bearer has run out: the page then asks for a new one
 */
export const serverCaller = async (
  deps: Deps,
  headers: Headers,
  tenantId: string | null,
): Promise<ReturnType<typeof createCaller> | null> => {
  const request = new Request(deps.settings.publicUrl, { headers: { cookie: headers.get("cookie") ?? "" } });
  const { session } = await readSession(deps, request, false);
  if (!session || session.bearerExpiresAt * 1000 <= deps.now().getTime()) return null;
  const requestId = requestIdOf(deps, request);
  const bearing = new Request(request.url, { headers: { authorization: `Bearer ${session.bearer}` } });
  const person = authenticateBearer(deps, bearing, requestId);
  return createCaller({ deps, requestId, tenantId, person: () => person });
};
