import { type ErrorCode, ServiceError } from "#core/errors.ts";
import type { Deps } from "#services/context.ts";
import { errorResponse, logRequest, requestIdOf } from "./respond.ts";

const refuse = (
  deps: Deps,
  request: Request,
  code: ErrorCode,
  message: string,
  allow?: string[],
): Response => {
  const startedAtMs = performance.now();
  const requestId = requestIdOf(deps, request);
  const headers = new Headers({ "Cache-Control": "no-store", "X-Request-Id": requestId });
  const response = errorResponse(new ServiceError(code, message, allow ? { allow } : {}), requestId, headers);
  const nobody = { tenantId: null, verificationId: null };
  logRequest(deps, {
    request,
    requestId,
    ...nobody,
    status: response.status,
    startedAtMs,
    event: "unserved",
    code,
  });
  return response;
};

/** RFC 9110 §15.5.6: the answer names the methods that there are. */
export const methodNotAllowed = (deps: Deps, request: Request, allow: string[]): Response =>
  refuse(
    deps,
    request,
    "METHOD_NOT_ALLOWED",
    `${request.method} is not allowed here. Allowed: ${allow.join(", ")}.`,
    allow,
  );

export const notFound = (deps: Deps, request: Request): Response =>
  refuse(deps, request, "NOT_FOUND", "There is nothing at this address. The endpoints are listed at /docs.");
