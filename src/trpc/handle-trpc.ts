import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { invalid, ServiceError } from "#core/errors.ts";
import { isJsonObject, type JsonObject } from "#core/json.ts";
import { readRawJson, refuseUnsafe } from "#http/body.ts";
import { respond } from "#http/respond.ts";
import type { Deps } from "#services/context.ts";
import { challenge, refuseCalls } from "./errors.ts";
import { contextOf } from "./init.ts";
import { appRouter } from "./root.ts";

/** A logo of 64 KiB in Base64, and many calls in one request. */
const MAX_CALLS_BYTES = 256 * 1024;

const refuse = (path: string, message: string): never => {
  throw invalid(path, message);
};

const fieldsOf = (value: unknown, path: string, known: readonly string[]): JsonObject => {
  if (!isJsonObject(value))
    return refuse(path, `expected an object with ${known.map((name) => `"${name}"`).join(", ")}`);
  const stranger = Object.keys(value).find((name) => !known.includes(name));
  if (stranger !== undefined) refuse(path, `there is no such field: ${stranger.slice(0, 60)}`);
  return value;
};

const isUndefinedMark = (tree: unknown): boolean =>
  Array.isArray(tree) && tree.length === 1 && tree[0] === "undefined";

/** The places that superjson marks as undefined, the only mark that inputs need here. */
const undefinedPlaces = (tree: unknown, place: readonly string[] = []): (readonly string[])[] => {
  if (isUndefinedMark(tree)) return [place];
  if (!isJsonObject(tree)) return refuse("meta", "expected only JSON values or undefined");
  return Object.entries(tree).flatMap(([path, below]) =>
    undefinedPlaces(below, [...place, ...path.split(".")]),
  );
};

const without = (value: unknown, place: readonly string[]): unknown => {
  const [name, ...rest] = place;
  if (name === undefined) return undefined;
  if (!isJsonObject(value) || !Object.hasOwn(value, name)) return refuse("meta", "names a missing field");
  const { [name]: inner, ...others } = value;
  return rest.length === 0 ? others : { ...others, [name]: without(inner, rest) };
};

/**
 * One call's input. superjson can name classes, symbols, maps and places in prototypes, so all its marks are ignored but
 * "undefined", which omits the field. References to the same object are ignored too.
 */
const plainInput = (call: unknown): unknown => {
  const { json, meta } = fieldsOf(call, "", ["json", "meta"]);
  if (meta === undefined) return json;
  const { values = {} } = fieldsOf(meta, "meta", ["values", "v", "referentialEqualities"]);
  return undefinedPlaces(values).reduce(without, json);
};

const plainCall = (call: unknown): JsonObject => {
  const json = plainInput(call);
  return json === undefined ? {} : { json };
};

const INDEX = /^\d{1,3}$/;

const plainBatch = (calls: unknown): JsonObject => {
  if (!isJsonObject(calls) || !Object.keys(calls).every((index) => INDEX.test(index)))
    return refuse("", 'expected an object with an input for each call: {"0": …, "1": …}');
  return Object.fromEntries(Object.entries(calls).map(([index, call]) => [index, plainCall(call)]));
};

/**
 * The same request for tRPC, with a body that was read within bounds and contains plain JSON only.
 * @throws INVALID_REQUEST_BODY, PAYLOAD_TOO_LARGE
 */
const readCalls = async (request: Request): Promise<Request> => {
  const read = await readRawJson(request, MAX_CALLS_BYTES);
  if (!read) return refuse("", 'The body is empty: expected {"json": …}');
  refuseUnsafe(read.value, (path) => path.replace(/^(\d+\.)?(json\.?)?/, ""));
  const { origin, pathname, searchParams } = new URL(request.url);
  const isBatch = searchParams.get("batch") === "1";
  const headers = new Headers(request.headers);
  headers.delete("Content-Length");
  headers.set("Content-Type", "application/json");
  // Callers can set only `batch` in the query.
  return new Request(`${origin}${pathname}${isBatch ? "?batch=1" : ""}`, {
    method: "POST",
    headers,
    body: JSON.stringify(isBatch ? plainBatch(read.value) : plainCall(read.value)),
    signal: request.signal,
  });
};

const ENDPOINT = "/api/trpc";
const MAX_BATCH = 20; // as in client.ts

/**
 * /api/trpc/*: the console's calls, by POST only, so that no input is part of an address. One request can contain several
 * calls.
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
