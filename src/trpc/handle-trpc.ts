import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { ServiceError } from "#core/errors.ts";
import { errorResponse } from "#http/errors.ts";
import { requestIdOf } from "#http/request-id.ts";
import type { Deps } from "#services/context.ts";
import { contextOf } from "./init.ts";
import { appRouter } from "./root.ts";

const ENDPOINT = "/api/trpc";
const MAX_BATCH = 20; // as many as the page's client puts together
const MAX_BODY_BYTES = 256 * 1024;

const isTooLarge = (request: Request): boolean =>
  Number(request.headers.get("content-length") ?? 0) > MAX_BODY_BYTES;

/**
 * /api/trpc/*: the console's calls, by POST only, so that no input is ever part of an address. Several calls may
 * come in one request.
 */
export const handleTrpc = async (deps: Deps, request: Request): Promise<Response> => {
  const requestId = requestIdOf(deps, request);
  const fresh = () => new Headers({ "Cache-Control": "no-store", "X-Request-Id": requestId });
  if (request.method !== "POST") {
    const refusal = new ServiceError("METHOD_NOT_ALLOWED", undefined, { allow: ["POST"] });
    return errorResponse(refusal, requestId, fresh());
  }
  if (isTooLarge(request)) return errorResponse(new ServiceError("PAYLOAD_TOO_LARGE"), requestId, fresh());
  return fetchRequestHandler({
    endpoint: ENDPOINT,
    req: request,
    router: appRouter,
    createContext: () => contextOf(deps, request, requestId),
    // Queries come by POST too; the address names the procedures only.
    allowMethodOverride: true,
    maxBatchSize: MAX_BATCH,
    responseMeta: ({ errors }) => {
      const headers = fresh();
      const waits = errors.flatMap(({ cause }) =>
        cause instanceof ServiceError ? (cause.details.retryAfterSeconds ?? []) : [],
      );
      if (waits.length > 0) headers.set("Retry-After", String(Math.max(...waits)));
      return { headers };
    },
  });
};
