import type { ErrorBody } from "#contracts/public/common.ts";
import { ERRORS, ServiceError } from "#core/errors.ts";
import { saneRequestId } from "#core/ids.ts";
import { isDatabaseError } from "#data/service/errors.ts";
import type { Logger } from "#platform/log.ts";
import { redactText } from "#platform/redact.ts";
import { type Actor, type Ctx, type Deps, newId } from "#services/context.ts";

/** What the log line of a request learns on the way. */
type Seen = {
  tenantId: string | null;
  verificationId: string | null;
  code: string | null;
  keyId?: string;
};

/** One request on its way to its answer. */
export type Call = {
  readonly ctx: Ctx;
  readonly request: Request;
  /** The answer's: an answer and an error are both sent with these. */
  readonly headers: Headers;
  /** Adds facts to the request's log line. */
  note(facts: Partial<Seen>): void;
};

/** What is the same for every request of one address. */
type Frame = {
  /** Of the log line, e.g. `wallet.start`; null: a poll that would only fill the log. */
  event: string | null;
  /** Logged in place of the real path where that holds a secret. */
  path?: string;
  /** Beside `Cache-Control: no-store` and `X-Request-Id`. */
  headers?: Readonly<Record<string, string>>;
  /** Of `ctx`; the system unless given. */
  actor?: Actor;
  /** How an error is shown: as JSON unless given. */
  onError?: (error: ServiceError, call: Call) => Response;
};

/** The address of the client. src/server writes this header itself, so clients cannot choose it. */
export const clientAddress = (request: Request): string =>
  request.headers.get("x-forwarded-for")?.split(",")[0]?.trim() || "unknown";

/** The caller's own X-Request-Id where it is sane, else a new one. Behind src/server there always is one. */
export const requestIdOf = (deps: Deps, request: Request): string =>
  saneRequestId(request.headers.get("x-request-id")) ?? newId(deps, "request");

/** Any throw as an error of the catalogue. The text of an unexpected error never reaches the caller. */
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
  headers: Headers,
  body: ErrorBody = errorBodyOf(error, requestId),
): Response => {
  const { retryAfterSeconds, allow } = error.details;
  if (retryAfterSeconds !== undefined) headers.set("Retry-After", String(retryAfterSeconds));
  if (allow) headers.set("Allow", allow.join(", "));
  return Response.json(body, { status: ERRORS[error.code].status, headers });
};

/** An error as JSON: what the frame does unless told otherwise. */
export const asJson = (error: ServiceError, { ctx, headers }: Call): Response =>
  errorResponse(error, ctx.requestId, headers);

export const wantsJson = (request: Request): boolean =>
  (request.headers.get("accept") ?? "").includes("application/json");

/** RFC 9110 §15.4.4: a form is answered with another page, so that a reload sends nothing twice. */
export const seeOther = (location: string, headers: Headers): Response => {
  headers.set("Location", location);
  return new Response(null, { status: 303, headers });
};

/** Back to the hosted page of this secret, for example with `{ method, problem }`. */
export const backToPage = (
  secret: string,
  headers: Headers,
  query: Readonly<Record<string, string>> = {},
): Response => {
  const shown = new URLSearchParams(query).toString();
  return seeOther(`/v/${encodeURIComponent(secret)}${shown && `?${shown}`}`, headers);
};

/** What a value is on the wire: dates as RFC 3339 text, fields without a value left out. */
export const wireValue = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const MAX_URL_CHARACTERS = 8_000;

/**
 * Path and names of query parameters. Values may be anything, so they are not kept; a key that a caller put into the
 * path is taken out.
 */
const loggedUrl = (url: URL, path: string | undefined): string => {
  const names = [...new Set(url.searchParams.keys())]
    .slice(0, 20)
    // The cut may halve a character, and half of one cannot be encoded.
    .map((name) => encodeURIComponent(name.slice(0, 40).toWellFormed()));
  const shown = (path ?? url.pathname).slice(0, 300);
  return redactText(names.length === 0 ? shown : `${shown}?${names.join("&")}`, MAX_URL_CHARACTERS);
};

type Finished = Seen & {
  request: Request;
  requestId: string;
  path?: string;
  status: number;
  startedAtMs: number;
  event: string;
};

/** Queues one line about a finished request; it is written later, in a batch. */
export const logRequest = (deps: Deps, seen: Finished): void => {
  deps.requestLog.add({
    id: newId(deps, "log"),
    time: deps.now(),
    requestId: seen.requestId,
    tenantId: seen.tenantId,
    method: seen.request.method,
    url: loggedUrl(new URL(seen.request.url), seen.path),
    status: seen.status,
    durationMs: Math.round((performance.now() - seen.startedAtMs) * 100) / 100,
    event: seen.event,
    code: seen.code,
    verificationId: seen.verificationId,
    keyId: seen.keyId ?? null,
  });
};

/**
 * The way of every request to its answer: id, context, work, one mapper of errors, one log line. REST, the hosted page,
 * wallets, sign-in, the export and tRPC all answer by it. It never throws.
 */
export const respond = async (
  deps: Deps,
  request: Request,
  { event, path, headers: more, actor = { kind: "system" }, onError = asJson }: Frame,
  answer: (call: Call) => Promise<Response>,
): Promise<Response> => {
  const startedAtMs = performance.now();
  const requestId = requestIdOf(deps, request);
  const headers = new Headers({ "Cache-Control": "no-store", "X-Request-Id": requestId, ...more });
  const seen: Seen = { tenantId: null, verificationId: null, code: null };
  const note = (facts: Partial<Seen>): void => void Object.assign(seen, facts);
  const call: Call = { ctx: { deps, actor, requestId }, request, headers, note };
  const response = await answer(call).catch((thrown: unknown) => {
    const error = toServiceError(thrown, deps.log.with({ requestId }));
    note({ code: error.code });
    return onError(error, call);
  });
  if (event !== null) {
    const line = { request, requestId, event, status: response.status, startedAtMs, ...seen };
    logRequest(deps, path === undefined ? line : { ...line, path });
  }
  return response;
};
