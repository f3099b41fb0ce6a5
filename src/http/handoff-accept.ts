import type { Deps } from "#services/context.ts";
import { acceptHandoff } from "#services/hosted/handoff/accept.ts";
import { clientAddress, logRequest, requestIdOf, toServiceError } from "./respond.ts";

// The real path holds the code; this one is logged.
const LOGGED_PATH = "/c/[code]/open";

type Seen = { location: string; code: string | null; tenantId: string | null; verificationId: string | null };

/** The phone takes the check over and goes to a page of its own; a code that no longer works leads back to its page, which says so. */
export const handoffAccept = async (
  deps: Deps,
  request: Request,
  { code = "" }: Record<string, string>,
): Promise<Response> => {
  const startedAtMs = performance.now();
  const requestId = requestIdOf(deps, request);
  const codePage = `/c/${encodeURIComponent(code)}`;
  const accept = async (): Promise<Seen> => {
    const ctx = { deps, actor: { kind: "end_user" }, requestId } as const;
    const taken = await acceptHandoff(ctx, code, clientAddress(request));
    if (!taken) return { location: codePage, code: null, tenantId: null, verificationId: null };
    const { secret, tenantId, verificationId } = taken;
    return { location: `/v/${secret}`, code: null, tenantId, verificationId };
  };
  const { location, ...seen } = await accept().catch((thrown: unknown): Seen => {
    const error = toServiceError(thrown, deps.log.with({ requestId }));
    return { location: codePage, code: error.code, tenantId: null, verificationId: null };
  });
  logRequest(deps, {
    request,
    requestId,
    path: LOGGED_PATH,
    startedAtMs,
    status: 303,
    event: "hosted.handoff_accept",
    ...seen,
  });
  return new Response(null, {
    status: 303,
    headers: {
      Location: location,
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "X-Request-Id": requestId,
    },
  });
};
