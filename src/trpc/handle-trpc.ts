import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { ServiceError } from "#core/errors.ts";
import { respond } from "#http/respond.ts";
import type { Deps } from "#services/context.ts";
import { challenge, refuseCalls } from "./errors.ts";
import { contextOf } from "./init.ts";
import { readCalls } from "./read-calls.ts";
import { appRouter } from "./root.ts";

const ENDPOINT = "/api/trpc";
const MAX_BATCH = 20; // as many as the page's client puts together

/**
 * /api/trpc/*: the console's calls, by POST only, so that no input is ever part of an address. Several calls may
 * come in one request.
 */
export const handleTrpc = (deps: Deps, request: Request): Promise<Response> =>
  respond(deps, request, { event: "console.call", onError: refuseCalls }, async ({ ctx, headers, note }) => {
    if (request.method !== "POST")
      throw new ServiceError("METHOD_NOT_ALLOWED", undefined, { allow: ["POST"] });
    return fetchRequestHandler({
      endpoint: ENDPOINT,
      req: await readCalls(request),
      router: appRouter,
      createContext: () => contextOf(deps, request, ctx.requestId),
      // Queries come by POST too; the address names the procedures only.
      allowMethodOverride: true,
      maxBatchSize: MAX_BATCH,
      responseMeta: ({ errors }) => {
        const causes = errors.flatMap(({ cause }) => (cause instanceof ServiceError ? [cause] : []));
        const [first] = causes;
        if (first) note({ code: first.code });
        const waits = causes.flatMap(({ details }) => details.retryAfterSeconds ?? []);
        if (waits.length > 0) headers.set("Retry-After", String(Math.max(...waits)));
        if (causes.some(({ code }) => code === "UNAUTHENTICATED_MEMBER")) challenge(request, headers);
        return { headers: new Headers(headers) };
      },
    });
  });
