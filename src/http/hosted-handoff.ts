import { ServiceError } from "#core/errors.ts";
import type { Ctx, Deps } from "#services/context.ts";
import { startHandoff } from "#services/hosted/handoff/start.ts";
import { takeBack } from "#services/hosted/handoff/take-back.ts";
import { readBytes } from "./body.ts";
import { logRequest, requestIdOf, toServiceError } from "./respond.ts";

// The real path holds the page's secret; this one is logged.
const LOGGED_PATH = "/v/[secret]/handoff";
const MAX_FORM_BYTES = 1024;

const INTENTS: ReadonlyMap<string | null, (ctx: Ctx, secret: string) => Promise<void>> = new Map([
  ["start", startHandoff],
  ["take_back", takeBack],
]);

const intentIn = async (request: Request): Promise<string | null> =>
  new URLSearchParams(new TextDecoder().decode(await readBytes(request, MAX_FORM_BYTES))).get("intent");

/** The first device shows a code, or takes the check back. Plain forms, answered with the page itself. */
export const hostedHandoff = async (
  deps: Deps,
  request: Request,
  { secret = "" }: Record<string, string>,
): Promise<Response> => {
  const startedAtMs = performance.now();
  const requestId = requestIdOf(deps, request);
  let code: string | null = null;
  try {
    const act = INTENTS.get(await intentIn(request));
    if (!act) throw new ServiceError("INVALID_REQUEST_BODY");
    await act({ deps, actor: { kind: "end_user" }, requestId }, secret);
  } catch (thrown) {
    code = toServiceError(thrown, deps.log.with({ requestId })).code;
  }
  const query = code === null ? "" : `?problem=${code}`;
  const response = new Response(null, {
    status: 303,
    headers: {
      Location: `/v/${encodeURIComponent(secret)}${query}`,
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "X-Request-Id": requestId,
    },
  });
  const seen = { tenantId: null, status: 303, event: "hosted.handoff", code, verificationId: null };
  logRequest(deps, { request, requestId, path: LOGGED_PATH, startedAtMs, ...seen });
  return response;
};
