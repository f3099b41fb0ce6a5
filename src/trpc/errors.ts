import { TRPCError } from "@trpc/server";
import {
  type TRPC_ERROR_CODE_KEY,
  type TRPC_ERROR_CODE_NUMBER,
  TRPC_ERROR_CODES_BY_KEY,
} from "@trpc/server/rpc";
import { ZodError } from "zod";
import { ERRORS, invalid, ServiceError } from "#core/errors.ts";
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

// The input could not be read.
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
  return first ? invalid(first.path, first.message, issues) : new ServiceError("INVALID_REQUEST_BODY");
};

type FailedCall = { deps: Deps; requestId: string };

/** Maps any failure of a procedure to an error code; unexpected ones are logged and their text is hidden. */
export const toTrpcError = (error: TRPCError, { deps, requestId }: FailedCall): TRPCError => {
  if (error.cause instanceof ZodError) return wrap(invalidInput(error.cause));
  // tRPC itself refused the input. The cause may quote it, so it is neither returned nor logged.
  if (!(error.cause instanceof ServiceError) && REFUSED_BY_TRPC.has(error.code))
    return wrap(new ServiceError("INVALID_REQUEST_BODY"));
  if (error.cause === undefined && error.code !== "INTERNAL_SERVER_ERROR") return error;
  return wrap(toServiceError(error.cause ?? error, deps.log.with({ requestId })));
};

/** What was thrown by a procedure that the server itself called; unexpected errors are logged. */
export const refusalOf = (thrown: unknown, log: Deps["log"]): ServiceError =>
  toServiceError(thrown instanceof TRPCError ? (thrown.cause ?? thrown) : thrown, log);

/** What a page learns about an error in addition to tRPC's own fields. */
const factsOf = (cause: unknown, requestId: string | null) => {
  const known = cause instanceof ServiceError ? cause : null;
  return {
    errorCode: known?.code ?? null,
    requestId,
    issues: known?.details.issues ?? [],
    retryAfterSeconds: known?.details.retryAfterSeconds ?? null,
  };
};

type Failure = {
  shape: {
    message: string;
    code: TRPC_ERROR_CODE_NUMBER;
    data: { code: string; httpStatus: number; path?: string };
  };
  error: TRPCError;
  ctx: FailedCall | undefined;
};

/** The error as sent: our code and the request id, never a stack. */
export const shapeError = ({ shape, error, ctx }: Failure) => {
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
 * A refusal before any procedure runs: our own body, with the fields that tRPC's clients expect as well (superjson's
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
 * Names the expected credential on a 401, and whether the one sent is wrong (RFC 6750 §3, §3.1: a request without one
 * gets no error code).
 */
export const challenge = (request: Request, headers: Headers): void => {
  const sent = /^bearer /i.test(request.headers.get("authorization") ?? "");
  headers.set("WWW-Authenticate", sent ? 'Bearer error="invalid_token"' : "Bearer");
};

/** Renders as JSON an error of an address that takes a bearer. */
export const challengedJson = (error: ServiceError, call: Call): Response => {
  if (error.code === "UNAUTHENTICATED_MEMBER") challenge(call.request, call.headers);
  return asJson(error, call);
};
