import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { ServiceError } from "#core/errors.ts";
import { errorResponse, requestIdOf, toServiceError } from "#http/respond.ts";
import type { Deps } from "#services/context.ts";
import { challenge } from "./challenge.ts";
import { refusalBody } from "./errors.ts";
import { contextOf } from "./init.ts";
import { readCalls } from "./read-calls.ts";
import { appRouter } from "./root.ts";

const ENDPOINT = "/api/trpc";
const MAX_BATCH = 20; // as many as the page's client puts together
/**
 * /api/trpc/*: the console's calls, by POST only, so that no input is ever part of an address. Several calls may
 * come in one request.
 */
export const handleTrpc = async (deps: Deps, request: Request): Promise<Response> => {
  const requestId = requestIdOf(deps, request);
  const fresh = () => new Headers({ "Cache-Control": "no-store", "X-Request-Id": requestId });
  const refuse = (error: ServiceError) =>
    errorResponse(error, requestId, fresh(), refusalBody(error, requestId));
  if (request.method !== "POST")
    return refuse(new ServiceError("METHOD_NOT_ALLOWED", undefined, { allow: ["POST"] }));
  const calls = await readCalls(request).catch((thrown: unknown) =>
    toServiceError(thrown, deps.log.with({ requestId })),
  );
  if (calls instanceof ServiceError) return refuse(calls);
  return fetchRequestHandler({
    endpoint: ENDPOINT,
    req: calls,
    router: appRouter,
    createContext: () => contextOf(deps, request, requestId),
    // Queries come by POST too; the address names the procedures only.
    allowMethodOverride: true,
    maxBatchSize: MAX_BATCH,
    responseMeta: ({ errors }) => {
      const headers = fresh();
      const causes = errors.flatMap(({ cause }) => (cause instanceof ServiceError ? [cause] : []));
      const waits = causes.flatMap(({ details }) => details.retryAfterSeconds ?? []);
      if (waits.length > 0) headers.set("Retry-After", String(Math.max(...waits)));
      if (causes.some(({ code }) => code === "UNAUTHENTICATED_MEMBER")) challenge(request, headers);
      return { headers };
    },
  });
};
