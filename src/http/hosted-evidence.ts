import { hostedAnswer } from "#contracts/hosted.ts";
import type { Deps } from "#services/context.ts";
import { submitEvidence } from "#services/hosted/submit-evidence.ts";
import { errorResponse, toServiceError } from "./errors.ts";
import { readSubmission } from "./read-submission.ts";
import { requestIdOf } from "./request-id.ts";
import { logRequest } from "./request-log.ts";
import { wireValue } from "./wire.ts";

// The real path holds the page's secret; this one is logged.
const LOGGED_PATH = "/v/[secret]/[method]";

const HEADERS = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" } as const;

const wantsJson = (request: Request): boolean =>
  (request.headers.get("accept") ?? "").includes("application/json");

/** RFC 9110 §15.4.4: a form is answered with the page itself, so that a reload sends nothing twice. */
const backToPage = (secret: string, headers: Headers, problem?: string): Response => {
  const query = problem === undefined ? "" : `?problem=${encodeURIComponent(problem)}`;
  headers.set("Location", `/v/${encodeURIComponent(secret)}${query}`);
  return new Response(null, { status: 303, headers });
};

/**
 * The end user hands in evidence: a picture's bytes, or a form with a field named after what it holds. Works
 * without JavaScript; a script that accepts JSON gets the new state of the page.
 */
export const hostedEvidence = async (
  deps: Deps,
  request: Request,
  { secret = "", method = "" }: Record<string, string>,
): Promise<Response> => {
  const startedAtMs = performance.now();
  const requestId = requestIdOf(deps, request);
  const headers = new Headers({ ...HEADERS, "X-Request-Id": requestId });
  let code: string | null = null;
  let verificationId: string | null = null;

  const answer = async (): Promise<Response> => {
    const view = await submitEvidence(
      { deps, actor: { kind: "end_user" }, requestId },
      { secret, method },
      ({ maxBodyBytes }) => readSubmission(request, maxBodyBytes, secret),
    );
    verificationId = view.verificationId;
    code = view.problem?.code ?? null;
    return wantsJson(request)
      ? Response.json(hostedAnswer.parse(wireValue(view)), { headers })
      : backToPage(secret, headers);
  };

  const response = await answer().catch((thrown: unknown) => {
    const error = toServiceError(thrown, deps.log.with({ requestId }));
    code = error.code;
    return wantsJson(request)
      ? errorResponse(error, requestId, headers)
      : backToPage(secret, headers, error.code);
  });
  const seen = { tenantId: null, status: response.status, event: "hosted.evidence", code, verificationId };
  logRequest(deps, { request, requestId, path: LOGGED_PATH, startedAtMs, ...seen });
  return response;
};
