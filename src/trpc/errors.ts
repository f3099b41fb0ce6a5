import { TRPCError } from "@trpc/server";
import {
  type TRPC_ERROR_CODE_KEY,
  type TRPC_ERROR_CODE_NUMBER,
  TRPC_ERROR_CODES_BY_KEY,
} from "@trpc/server/rpc";
import { ZodError } from "zod";
import { ERRORS, type ErrorCode, type Issue, ServiceError } from "#core/errors.ts";
import { issuesOf } from "#http/input.ts";
import { asJson, type Call, errorBodyOf, errorResponse, toServiceError } from "#http/respond.ts";
import type { Deps } from "#services/context.ts";

const BY_STATUS: Readonly<Record<number, TRPC_ERROR_CODE_KEY>> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  405: "METHOD_NOT_SUPPORTED",
  409: "CONFLICT",
  413: "PAYLOAD_TOO_LARGE",
  422: "UNPROCESSABLE_CONTENT",
  429: "TOO_MANY_REQUESTS",
  500: "INTERNAL_SERVER_ERROR",
  503: "SERVICE_UNAVAILABLE",
};

// An input that could not be read.
const REFUSED_BY_TRPC: ReadonlySet<TRPC_ERROR_CODE_KEY> = new Set(["BAD_REQUEST", "PARSE_ERROR"]);

const wrap = (error: ServiceError): TRPCError =>
  new TRPCError({
    code: BY_STATUS[ERRORS[error.code].status] ?? "INTERNAL_SERVER_ERROR",
    message: error.message,
    cause: error,
  });

const invalidInput = (error: ZodError): ServiceError => {
  const issues = issuesOf(error).slice(0, 50);
  const [first] = issues;
  const message = first ? [first.path, first.message].filter(Boolean).join(": ") : undefined;
  return new ServiceError("INVALID_REQUEST_BODY", message, { issues });
};

type FailedCall = { deps: Deps; requestId: string };

/** Any failure of a procedure as one of the catalogue; what was not foreseen is logged and says nothing of itself. */
export const toTrpcError = (error: TRPCError, { deps, requestId }: FailedCall): TRPCError => {
  if (error.cause instanceof ZodError) return wrap(invalidInput(error.cause));
  // What tRPC refuses of itself says so by its code. The cause may quote what was sent: it is neither told nor logged.
  if (!(error.cause instanceof ServiceError) && REFUSED_BY_TRPC.has(error.code))
    return wrap(new ServiceError("INVALID_REQUEST_BODY"));
  if (error.cause === undefined && error.code !== "INTERNAL_SERVER_ERROR") return error;
  return wrap(toServiceError(error.cause ?? error, deps.log.with({ requestId })));
};

/** What a page learns of an error beside tRPC's own fields. */
export type ErrorFacts = {
  errorCode: ErrorCode | null;
  requestId: string | null;
  issues: Issue[];
  retryAfterSeconds: number | null;
};

const factsOf = (cause: unknown, requestId: string | null): ErrorFacts => {
  const known = cause instanceof ServiceError ? cause : null;
  return {
    errorCode: known?.code ?? null,
    requestId,
    issues: known?.details.issues ?? [],
    retryAfterSeconds: known?.details.retryAfterSeconds ?? null,
  };
};

type Shape = {
  message: string;
  code: TRPC_ERROR_CODE_NUMBER;
  data: { code: string; httpStatus: number; path?: string };
};

/** The error's wire shape: our code and the request's id, and never a stack. */
export const shapeError = ({
  shape,
  error,
  ctx,
}: {
  shape: Shape;
  error: TRPCError;
  ctx: FailedCall | undefined;
}): Shape & { data: ErrorFacts } => {
  const { code, httpStatus, path } = shape.data;
  return {
    message: shape.message,
    code: shape.code,
    data: {
      code,
      httpStatus,
      ...(path === undefined ? {} : { path }),
      ...factsOf(error.cause, ctx?.requestId ?? null),
    },
  };
};

/**
 * A refusal before any procedure runs: our own body, which holds what tRPC's clients look for as well (superjson's
 * `json` in `error`), so that they show its message.
 */
export const refuseCalls = (error: ServiceError, { ctx: { requestId }, headers }: Call): Response => {
  const { code, message, cause } = wrap(error);
  const body = errorBodyOf(error, requestId);
  const json = {
    message,
    code: TRPC_ERROR_CODES_BY_KEY[code],
    data: { code, httpStatus: ERRORS[error.code].status, ...factsOf(cause, requestId) },
  };
  return errorResponse(error, requestId, headers, { ...body, error: { ...body.error, ...{ json } } });
};

/**
 * Says on a 401 which credential is wanted, and whether the one that was sent is wrong (RFC 6750 §3, §3.1: a request
 * without one gets no error code).
 */
export const challenge = (request: Request, headers: Headers): void => {
  const sent = /^bearer /i.test(request.headers.get("authorization") ?? "");
  headers.set("WWW-Authenticate", sent ? 'Bearer error="invalid_token"' : "Bearer");
};

/** An error of an address that takes a bearer, as JSON. */
export const challengedJson = (error: ServiceError, call: Call): Response => {
  if (error.code === "UNAUTHENTICATED_MEMBER") challenge(call.request, call.headers);
  return asJson(error, call);
};
