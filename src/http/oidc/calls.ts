import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";
import { errors, type KoaContextWithOIDC, type Provider } from "oidc-provider";
import { ERRORS, ServiceError } from "#core/errors.ts";
import type { Network } from "#core/network.ts";
import { type Answer, clientNetwork, framed, type Incoming, type Note, requestIdOf } from "#http/respond.ts";
import type { Deps } from "#services/context.ts";
import { requireWithin } from "#services/limits.ts";
import { type CallArtifacts, newCallArtifacts } from "#services/oidc/artifacts.ts";

// The endpoints that browsers are sent to and that programs call: each call is a line in the request log, and
// programs' guesses are limited.

const EVENTS: Readonly<Record<string, string>> = {
  "/authorize": "oidc.authorize",
  "/token": "oidc.token",
  "/par": "oidc.par",
  "/userinfo": "oidc.userinfo",
  "/revoke": "oidc.revoke",
};

/**
 * The way back from the hosted page. Its address contains the authorization's id, so the log gets the route
 * instead.
 */
const BACK = { path: /^\/authorize\/[^/]+$/, event: "oidc.check", route: "/authorize/[uid]" } as const;

type Running = {
  requestId: string;
  note: Note;
  network: Network;
  /** OAuth's code for what went wrong with a program's call, whatever the answer looks like. */
  error: string | null;
  /** Why the site gets no answer about the person's age: our code, or OAuth's. */
  refusal: string | null;
  /** Whether the result behind the exchanged code was taken back; null: this call exchanges none. */
  isRevoked: boolean | null;
  /** Why the call came too early, if it did. */
  tooEarly: ServiceError | null;
  /** What a browser is shown in place of going on. */
  page: Answer | null;
};

/** `logged`: null for calls that ask nothing about a person. */
type Call = { logged: Running | null; artifacts: CallArtifacts };

// The package hands its adapter and some hooks no context (docs/adr/0031), so what belongs to one call is kept here.
const calls = new AsyncLocalStorage<Call>();

const running = (): Running | null => calls.getStore()?.logged ?? null;

/** What the running call has read and will write; null: none runs. */
export const artifactsNow = (): CallArtifacts | null => calls.getStore()?.artifacts ?? null;

/** The call that runs. */
export const callNow = (): Pick<
  Running,
  "requestId" | "note" | "network" | "refusal" | "isRevoked" | "page"
> => {
  const call = running();
  if (!call) throw new TypeError("no call of the provider runs here");
  return call;
};

/** What the running call shows a browser in place of going on, if anything. */
export const pageNow = (): Answer | null => running()?.page ?? null;

/**
 * Refuses the running call, with 429 or 503 and the time to wait, if its work would exceed a limit.
 * @throws what ends the work
 */
export const withinLimits = async (count: () => Promise<void>): Promise<void> => {
  try {
    await count();
  } catch (error) {
    const call = running();
    if (!call || !(error instanceof ServiceError)) throw error;
    call.tooEarly = error;
    throw new errors.CustomOIDCProviderError(TOO_EARLY, error.message);
  }
};

/**
 * Answers a call of an endpoint below an issuer, with a line in the request log if it asks something about a
 * person.
 * @param issuer its path; `path` is what follows it
 * @param run has answered when it ends
 */
export const answerCall = async (
  deps: Deps,
  incoming: Incoming,
  response: ServerResponse,
  { issuer, path }: { issuer: string; path: string },
  run: () => Promise<void>,
): Promise<void> => {
  const isBack = BACK.path.test(path);
  const event = isBack ? BACK.event : EVENTS[path];
  const artifacts = newCallArtifacts();
  // A browser that asks whether its page may call (CORS) does not ask about anyone.
  if (event === undefined || incoming.method === "OPTIONS")
    return calls.run({ logged: null, artifacts }, run);
  const requestId = requestIdOf(deps, incoming);
  response.setHeader("X-Request-Id", requestId);
  const network = clientNetwork(incoming);
  await framed(
    deps,
    incoming,
    requestId,
    isBack ? { event, path: issuer + BACK.route } : { event },
    async (note) => {
      const begun = { error: null, refusal: null, isRevoked: null, tooEarly: null, page: null };
      await calls.run({ logged: { requestId, note, network, ...begun }, artifacts }, run);
      return { status: response.statusCode };
    },
    () => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
      return { status: 500 };
    },
  );
};

// RFC 6749 §4.1.2.1.
const TOO_EARLY = "temporarily_unavailable";

/** What a caller can guess at, by the error of a failed guess. */
const GUESSES: Readonly<Record<string, string>> = {
  invalid_client: "secret",
  invalid_grant: "code",
  invalid_token: "token",
};

const WINDOW_SECONDS = 60;
/** Once there are more closed doors than this, those that are open again are removed. */
const MANY = 1_000;

/** The facts that are known. */
const known = (facts: { [name: string]: unknown }): { [name: string]: string } =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, fact]) => (typeof fact === "string" ? [[name, fact]] : [])),
  );

type Reply = {
  status: number;
  body: unknown;
  set(name: string, value: string): void;
  remove(name: string): void;
};
type Entities = Partial<KoaContextWithOIDC["oidc"]["entities"]>;

type Watch = {
  /** Whether this client's secrets are not compared now, because the call's network has tried too many. */
  isClosed(clientId: string): boolean;
};

/**
 * Writes what the calls are about into their log lines, and limits failures: each network has as many a
 * minute, for each client and kind of guess, as for API keys. Any more are answered 429, and a client's
 * secret is then not even compared, so that the right one gets the same answer as a wrong one. Other
 * networks, and other clients of that network, are not affected.
 */
export const watchCalls = (deps: Deps, provider: Provider): Watch => {
  const closedUntilMs = new Map<string, number>();
  const keyOf = (guess: string, clientId: string): string =>
    `oidc-${guess}:${running()?.network}:${clientId}`;

  const close = (key: string, seconds: number): void => {
    const nowMs = deps.now().getTime();
    if (closedUntilMs.size > MANY)
      for (const [known, untilMs] of closedUntilMs) if (untilMs <= nowMs) closedUntilMs.delete(known);
    closedUntilMs.set(key, nowMs + seconds * 1000);
  };

  /** @throws RATE_LIMIT_EXCEEDED, CACHE_ERROR */
  const countFailure = (key: string): Promise<void> =>
    requireWithin(
      deps,
      { key, limit: deps.settings.authFailuresPerMinute, windowSeconds: WINDOW_SECONDS },
      (seconds) => `Too many failures from this address. Try again in ${seconds} s.`,
      ({ allowed, retryAfterSeconds }) => {
        if (!allowed) close(key, retryAfterSeconds);
      },
    );

  // RFC 9126 §2.3 names the status.
  const refuse = (ctx: Reply, { code, details, message }: ServiceError): void => {
    const seconds = details.retryAfterSeconds ?? 1;
    ctx.remove("WWW-Authenticate");
    ctx.set("Retry-After", String(seconds));
    ctx.status = ERRORS[code].status;
    ctx.body = { error: TOO_EARLY, error_description: message };
  };

  const noteError = (_ctx: unknown, error: Error & { error?: string }): void => {
    const call = running();
    if (call) call.error = error.error ?? "server_error";
  };
  provider.on("grant.error", noteError);
  provider.on("pushed_authorization_request.error", noteError);
  provider.on("userinfo.error", noteError);
  provider.on("revocation.error", noteError);
  provider.on("server_error", noteError);
  // Not a guess: whatever a browser brings here, it is shown nothing but an error.
  provider.on("authorization.error", (_ctx: unknown, { error }: Error & { error?: string }) => {
    const call = running();
    if (call) call.refusal ??= error ?? null;
  });

  provider.use(async (ctx, next) => {
    await next();
    const call = running();
    if (!call) return;
    const { Client: client, Account: account }: Entities = ctx.oidc?.entities ?? {};
    call.note(
      known({ tenantId: client?.tenant_id, verificationId: account?.txn, code: call.error ?? call.refusal }),
    );
    if (call.tooEarly) return refuse(ctx, call.tooEarly);
    const guess = GUESSES[call.error ?? ""];
    if (guess === undefined) return;
    try {
      await countFailure(keyOf(guess, client?.clientId ?? ""));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      refuse(ctx, error);
    }
  });

  return {
    isClosed: (clientId) => (closedUntilMs.get(keyOf("secret", clientId)) ?? 0) > deps.now().getTime(),
  };
};
