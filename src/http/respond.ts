import type { ErrorBody } from "#contracts/public/common.ts";
import { ERRORS, ServiceError } from "#core/errors.ts";
import { saneRequestId } from "#core/ids.ts";
import { type Network, networkOf } from "#core/network.ts";
import { isDatabaseError } from "#data/service/errors.ts";
import type { Logger } from "#platform/log.ts";
import type { Actor } from "#services/actor.ts";
import type { At, Ctx, Deps } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { clientAddress } from "./client-address.ts";
import { bytesOf } from "./json-lines.ts";
import { logRequest, type Seen } from "./request-line.ts";

/** What is read of a request: a Web `Request` has it, and src/server makes it from a node:http one. */
export type Incoming = {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: Pick<Headers, "get" | "has">;
  /** Null: there is none. */
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Aborted when the client is gone, where that is known. */
  readonly signal?: AbortSignal | undefined;
};

/** An answer in plain parts, which src/server writes as they are and Next gets as a `Response`. */
export type Answer = {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** In place of the body: pieces that are written as the receiver takes them. */
  readonly stream?: AsyncGenerator<string>;
  /** `Set-Cookie`, which cannot be joined into one header (RFC 6265 §3). */
  readonly cookies?: readonly string[];
};

/** Takes the answer's headers, whatever the case of their names. */
export type HeaderSink = { set(name: string, value: string): void };

/** A request being handled. */
export type Call = {
  readonly ctx: Ctx;
  readonly request: Request;
  /** Sent with the answer, whether it succeeds or fails. */
  readonly headers: Headers;
  /** Adds facts to the request's log line. */
  note(facts: Partial<Seen>): void;
};

/** Settings shared by all requests to one address. */
type Frame = {
  /** The log line's name, e.g. `wallet.start`; null: a poll that would only fill the log. */
  event: string | null;
  /** Logged instead of the real path, if that contains a secret. */
  path?: string;
  /** In addition to `Cache-Control: no-store` and `X-Request-Id`. */
  headers?: Readonly<Record<string, string>>;
  /** The actor of `ctx`; the system unless given. */
  actor?: Actor;
  /** Renders an error; as JSON unless given. */
  onError?: (error: ServiceError, call: Call) => Response;
};

/** The client's network, for limits. */
export const clientNetwork = (request: Pick<Incoming, "headers">): Network =>
  networkOf(clientAddress(request));

/**
 * The caller's X-Request-Id if it is well-formed, otherwise a new one. Behind src/server there always is one.
 */
export const requestIdOf = (deps: Deps, request: Pick<Incoming, "headers">): string =>
  saneRequestId(request.headers.get("x-request-id")) ?? newId(deps, "request");

/** Converts anything thrown to a ServiceError. The text of an unexpected error never reaches the caller. */
export const toServiceError = (error: unknown, log: Logger): ServiceError => {
  if (error instanceof ServiceError) return error;
  if (isDatabaseError(error)) {
    log.error("the database failed", { error });
    return new ServiceError(
      "DATABASE_ERROR",
      "The database did not answer. Try again. If the problem persists, contact us with the request id.",
    );
  }
  log.error("an unexpected error", { error });
  return new ServiceError(
    "INTERNAL_ERROR",
    "Something went wrong on our side. Try again. If the problem persists, contact us with the request id.",
  );
};

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

/** The headers of every answer. */
export const plainHeaders = (requestId: string): Record<string, string> => ({
  "cache-control": "no-store",
  "x-request-id": requestId,
});

export const jsonAnswer = (status: number, headers: Answer["headers"], body: unknown): Answer => ({
  status,
  headers: { ...headers, "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** The only mapper from errors to HTTP. */
export const errorAnswer = (
  error: ServiceError,
  requestId: string,
  headers: Answer["headers"],
  body: ErrorBody = errorBodyOf(error, requestId),
): Answer => {
  const { retryAfterSeconds, allow } = error.details;
  const more = {
    ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
    ...(allow ? { allow: allow.join(", ") } : {}),
  };
  return jsonAnswer(ERRORS[error.code].status, { ...headers, ...more }, body);
};

export const toResponse = ({ body, stream, status, headers, cookies = [] }: Answer): Response => {
  const pairs = [
    ...Object.entries(headers),
    ...cookies.map((cookie): [string, string] => ["set-cookie", cookie]),
  ];
  return new Response(stream ? bytesOf(stream) : body || null, { status, headers: pairs });
};

/** The error as a Web `Response`. @param body instead of the usual one */
export const errorResponse = (
  error: ServiceError,
  requestId: string,
  headers: Headers,
  body?: ErrorBody,
): Response => {
  const answer = errorAnswer(error, requestId, {}, body);
  for (const [name, value] of Object.entries(answer.headers)) headers.set(name, value);
  return new Response(answer.body, { status: answer.status, headers });
};

/** Renders an error as JSON. */
export const asJson = (error: ServiceError, { ctx, headers }: Call): Response =>
  errorResponse(error, ctx.requestId, headers);

export const wantsJson = (request: Request): boolean =>
  (request.headers.get("accept") ?? "").includes("application/json");

/** RFC 9110 §15.4.4: redirects after a form, so that a reload does not send it again. */
export const seeOther = (location: string, headers: Headers): Response => {
  headers.set("Location", location);
  return new Response(null, { status: 303, headers });
};

const backTo =
  (part: "" | "/data") =>
  (secret: string, headers: Headers, query: Readonly<Record<string, string>> = {}): Response => {
    const shown = new URLSearchParams(query).toString();
    return seeOther(`/v/${encodeURIComponent(secret)}${part}${shown && `?${shown}`}`, headers);
  };

/** Back to the hosted page of this secret, for example with `{ method, problem }`. */
export const backToPage = backTo("");

/** Back to the page that shows what is kept. */
export const backToData = backTo("/data");

/** A value as it is sent: dates as RFC 3339 text, no undefined fields. */
export const wireValue = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

export type Note = (facts: Partial<Seen>) => void;

/**
 * Handles every request: work, error mapping, one log line. REST, the hosted page, wallets, sign-in, the export and tRPC
 * all use it. It never throws.
 * @param answer gets `note`, which adds facts to the log line
 */
export const framed = async <Out extends { readonly status: number }>(
  deps: Deps,
  request: Incoming,
  requestId: string,
  { event, path }: Pick<Frame, "event" | "path">,
  answer: (note: Note) => Promise<Out>,
  onError: (error: ServiceError, note: Note) => Out,
): Promise<Out> => {
  const startedAtMs = performance.now();
  const seen: Seen = { tenantId: null, verificationId: null, code: null };
  const note: Note = (facts) => void Object.assign(seen, facts);
  const answered = await deps.telemetry.request({ event, requestId, request, seen }, () =>
    answer(note).catch((thrown: unknown) => {
      const error = toServiceError(thrown, deps.log.with({ requestId }));
      note({ code: error.code });
      return onError(error, note);
    }),
  );
  const durationMs = performance.now() - startedAtMs;
  deps.telemetry.answered({ event, status: answered.status, seconds: durationMs / 1000, code: seen.code });
  const { tenantId, keyId, code } = seen;
  if (tenantId !== null && keyId !== undefined) {
    deps.keyCounter.add({ tenantId, keyId, status: answered.status, code }, deps.now());
  }
  if (event !== null) {
    const line = { request, requestId, event, status: answered.status, durationMs, ...seen };
    logRequest(deps, path === undefined ? line : { ...line, path });
  }
  return answered;
};

/** Answers an address of the hosted page, or one that belongs to it; `params` are the parts of its path. */
export type PageHandler = (at: At, request: Request, params: Record<string, string>) => Promise<Response>;

/** Handles a request that is answered with a Web `Response`. It never throws. */
export const respond = (
  { deps, site }: At,
  request: Request,
  { headers: more, actor = { kind: "system" }, onError = asJson, ...frame }: Frame,
  answer: (call: Call) => Promise<Response>,
): Promise<Response> => {
  const requestId = requestIdOf(deps, request);
  const headers = new Headers({ ...plainHeaders(requestId), ...more });
  const ctx: Ctx = { deps, site, actor, requestId };
  const callOf = (note: Note): Call => ({ ctx, request, headers, note });
  return framed(
    deps,
    request,
    requestId,
    frame,
    (note) => answer(callOf(note)),
    (error, note) => onError(error, callOf(note)),
  );
};

/** For answers whose type no browser should guess. */
export const NO_SNIFFING = { "X-Content-Type-Options": "nosniff" } as const;

/** Answers an end user whose address holds a secret: headers keep it from other sites. */
export const respondToPerson = (
  at: At,
  request: Request,
  { headers, ...frame }: Omit<Frame, "actor">,
  answer: (call: Call) => Promise<Response>,
): Promise<Response> => {
  const more = { "Referrer-Policy": "no-referrer", ...headers };
  return respond(at, request, { ...frame, headers: more, actor: { kind: "end_user" } }, answer);
};
