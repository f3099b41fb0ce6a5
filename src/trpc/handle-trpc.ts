import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { invalid, ServiceError } from "#core/errors.ts";
import { isJsonObject } from "#core/json.ts";
import { readRawJson, refuseUnsafe } from "#http/body.ts";
import { respond } from "#http/respond.ts";
import type { Deps } from "#services/context.ts";
import { challenge, refuseCalls } from "./errors.ts";
import { contextOf } from "./init.ts";
import { appRouter } from "./root.ts";
import { MAX_BATCH } from "./transformer.ts";

/** A logo of 64 KiB in Base64, and many calls in one request. */
const MAX_CALLS_BYTES = 256 * 1024;

const INDEX = /^\d{1,3}$/;

const areCalls = (value: unknown): boolean =>
  isJsonObject(value) && Object.keys(value).every((index) => INDEX.test(index));

/**
 * The same request for tRPC, with a body that was read within bounds. An empty one is a call without input.
 * @throws INVALID_REQUEST_BODY, PAYLOAD_TOO_LARGE
 */
const readCalls = async (request: Request): Promise<Request> => {
  const { origin, pathname, searchParams } = new URL(request.url);
  const isBatch = searchParams.get("batch") === "1";
  const { value } = (await readRawJson(request, MAX_CALLS_BYTES)) ?? { value: {} };
  if (isBatch && !areCalls(value))
    throw invalid("", 'expected an object with an input for each call: {"0": …, "1": …}');
  refuseUnsafe(value, (path) => (isBatch ? path.replace(/^\d+\.?/, "") : path));
  const headers = new Headers(request.headers);
  headers.delete("Content-Length");
  headers.set("Content-Type", "application/json");
  // Callers can set only `batch` in the query.
  return new Request(`${origin}${pathname}${isBatch ? "?batch=1" : ""}`, {
    method: "POST",
    headers,
    body: JSON.stringify(value),
    signal: request.signal,
  });
};

const ENDPOINT = "/api/trpc";
const CALL = { event: "console.call", onError: refuseCalls };

/**
 * /api/trpc/*: the console's calls, by POST only, so that no input is part of an address. One request can contain several
 * calls.
 */
export const handleTrpc = (deps: Deps, request: Request): Promise<Response> =>
  respond({ deps, site: null }, request, CALL, async ({ ctx, headers, note }) => {
    if (request.method !== "POST")
      throw new ServiceError("METHOD_NOT_ALLOWED", undefined, { allow: ["POST"] });
    return fetchRequestHandler({
      endpoint: ENDPOINT,
      req: await readCalls(request),
      router: appRouter,
      createContext: () => contextOf(deps, request, ctx.requestId),
      // Queries come by POST too.
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
