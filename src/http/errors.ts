import type { ErrorBody } from "#contracts/common.ts";
import { ERRORS, ServiceError } from "#core/errors.ts";
import { isDatabaseError } from "#data/errors.ts";
import type { Logger } from "#platform/log.ts";

/** Any throw as an error of the catalogue. What we did not foresee never shows its text to the caller. */
export const toServiceError = (error: unknown, log: Logger): ServiceError => {
  if (error instanceof ServiceError) return error;
  if (isDatabaseError(error)) {
    log.error("the database failed", { error });
    return new ServiceError(
      "DATABASE_ERROR",
      "The database did not answer. Try again, quoting the request id if it lasts.",
    );
  }
  log.error("an unexpected error", { error });
  return new ServiceError(
    "INTERNAL_ERROR",
    "Something went wrong on our side. Try again, quoting the request id if it lasts.",
  );
};

/** One body that satisfies both envelopes of the interface. */
export const errorBodyOf = ({ code, message, details }: ServiceError, requestId: string): ErrorBody => {
  const { issues, retryAfterSeconds } = details;
  const retry = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return {
    request_id: requestId,
    requestId,
    error: { code, message, ...retry },
    code,
    message,
    ...retry,
    ...(issues ? { issues } : {}),
  };
};

/** The only mapper from errors to HTTP. */
export const errorResponse = (
  error: ServiceError,
  requestId: string,
  headers = new Headers(),
  body: ErrorBody = errorBodyOf(error, requestId),
): Response => {
  const { retryAfterSeconds, allow } = error.details;
  if (retryAfterSeconds !== undefined) headers.set("Retry-After", String(retryAfterSeconds));
  if (allow) headers.set("Allow", allow.join(", "));
  return Response.json(body, { status: ERRORS[error.code].status, headers });
};
