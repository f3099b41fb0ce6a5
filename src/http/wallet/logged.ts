import type { ErrorCode, ServiceError } from "#core/errors.ts";
import type { Ctx, Deps } from "#services/context.ts";
import { logRequest, requestIdOf, toServiceError } from "../respond.ts";

type Logged = {
  deps: Deps;
  request: Request;
  /** Instead of the real one, which names the transaction. */
  path: string;
  event: string;
};

type Call = {
  ctx: Ctx;
  /** The answer's. */
  headers: Headers;
  /** Says which verification the log line is about. */
  about(verificationId: string): void;
};

/** Answers a request of a wallet or of its page with one log line, which holds neither body nor address. */
export const logged = async (
  { deps, request, path, event }: Logged,
  answer: (call: Call) => Promise<Response>,
  onError: (error: ServiceError, call: Call) => Response,
): Promise<Response> => {
  const startedAtMs = performance.now();
  const requestId = requestIdOf(deps, request);
  const headers = new Headers({
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
  });
  let code: ErrorCode | null = null;
  let verificationId: string | null = null;
  const call: Call = {
    ctx: { deps, actor: { kind: "end_user" }, requestId },
    headers,
    about: (id) => {
      verificationId = id;
    },
  };
  const response = await answer(call).catch((thrown: unknown) => {
    const error = toServiceError(thrown, deps.log.with({ requestId }));
    code = error.code;
    return onError(error, call);
  });
  const seen = { status: response.status, event, code, verificationId, tenantId: null };
  logRequest(deps, { request, requestId, path, startedAtMs, ...seen });
  return response;
};
