import { TRPCError } from "@trpc/server";
import type { TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODE_NUMBER } from "@trpc/server/rpc";
import { ZodError } from "zod";
import { ERRORS, type ErrorCode, type Issue, ServiceError } from "#core/errors.ts";
import { toServiceError } from "#http/errors.ts";
import type { CallContext } from "./init.ts";

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

const wrap = (error: ServiceError): TRPCError =>
  new TRPCError({
    code: BY_STATUS[ERRORS[error.code].status] ?? "INTERNAL_SERVER_ERROR",
    message: error.message,
    cause: error,
  });

const issuesOf = (error: ZodError): Issue[] =>
  error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message }));

const invalid = (error: ZodError): ServiceError => {
  const issues = issuesOf(error);
  const [first] = issues;
  const message = first ? [first.path, first.message].filter(Boolean).join(": ") : undefined;
  return new ServiceError("INVALID_REQUEST_BODY", message, { issues });
};

/** Any failure of a procedure as one of the catalogue; what was not foreseen is logged and says nothing of itself. */
export const toTrpcError = (error: TRPCError, { deps, requestId }: CallContext): TRPCError => {
  if (error.cause instanceof ZodError) return wrap(invalid(error.cause));
  // tRPC's own refusals, such as a body that is no JSON, have no cause of ours and are told as they are.
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
  ctx: CallContext | undefined;
}): Shape & { data: ErrorFacts } => {
  const known = error.cause instanceof ServiceError ? error.cause : null;
  const { code, httpStatus, path } = shape.data;
  return {
    message: shape.message,
    code: shape.code,
    data: {
      code,
      httpStatus,
      ...(path === undefined ? {} : { path }),
      errorCode: known?.code ?? null,
      requestId: ctx?.requestId ?? null,
      issues: known?.details.issues ?? [],
      retryAfterSeconds: known?.details.retryAfterSeconds ?? null,
    },
  };
};
