import { hostedAnswer } from "#contracts/hosted.ts";
import { isFinal } from "#core/verification.ts";
import type { Ctx, Deps } from "#services/context.ts";
import type { HostedView } from "#services/hosted/view.ts";
import { errorResponse, logRequest, requestIdOf, toServiceError, wireValue } from "./respond.ts";

type Action = {
  secret: string;
  /** The page's method to come back to while the verification is open; null for the first screen. */
  method: string | null;
  /** For the request log, in place of the real path, which holds the page's secret. */
  path: string;
  event: string;
  act: (ctx: Ctx) => Promise<HostedView>;
};

const HEADERS = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" } as const;

const wantsJson = (request: Request): boolean =>
  (request.headers.get("accept") ?? "").includes("application/json");

/** RFC 9110 §15.4.4: a form is answered with the page itself, so that a reload sends nothing twice. */
export const backToPage = (
  secret: string,
  headers: Headers,
  query: Readonly<Record<string, string>> = {},
): Response => {
  const shown = new URLSearchParams(query).toString();
  headers.set("Location", `/v/${encodeURIComponent(secret)}${shown && `?${shown}`}`);
  return new Response(null, { status: 303, headers });
};

/**
 * Something that the end user does on the hosted page. Works without JavaScript; a script that accepts JSON gets
 * the new state of the page.
 */
export const hostedAction = async (deps: Deps, request: Request, action: Action): Promise<Response> => {
  const startedAtMs = performance.now();
  const requestId = requestIdOf(deps, request);
  const headers = new Headers({ ...HEADERS, "X-Request-Id": requestId });
  const here: Record<string, string> = action.method === null ? {} : { method: action.method };
  let code: string | null = null;
  let verificationId: string | null = null;

  const answer = async (): Promise<Response> => {
    const view = await action.act({ deps, actor: { kind: "end_user" }, requestId });
    verificationId = view.verificationId;
    code = view.problem?.code ?? null;
    return wantsJson(request)
      ? Response.json(hostedAnswer.parse(wireValue(view)), { headers })
      : backToPage(action.secret, headers, isFinal(view.status) ? {} : here);
  };

  const response = await answer().catch((thrown: unknown) => {
    const error = toServiceError(thrown, deps.log.with({ requestId }));
    code = error.code;
    return wantsJson(request)
      ? errorResponse(error, requestId, headers)
      : backToPage(action.secret, headers, { ...here, problem: error.code });
  });
  const seen = { tenantId: null, status: response.status, event: action.event, code, verificationId };
  logRequest(deps, { request, requestId, path: action.path, startedAtMs, ...seen });
  return response;
};
