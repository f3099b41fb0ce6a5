import { ServiceError } from "#core/errors.ts";
import { SIGN_IN_REFUSALS } from "#core/sign-in-refusal.ts";
import { asJson, type Call, clientNetwork, respond } from "#http/respond.ts";
import type { Deps } from "#services/context.ts";
import { requireWithin } from "#services/limits.ts";
import { callNextAuth } from "./next-auth-call.ts";
import { authOptions, newAttempt, PROVIDER_ID, SIGN_IN_PAGE } from "./options.ts";
import { answerByForm, finishSignIn, logRefusal, startSignIn } from "./sign-in.ts";

type Action = {
  path: string;
  method: "GET" | "POST";
  isLimited: boolean;
  run(call: Call): Promise<Response>;
};

/** The token that a sign-in starts with; another site's page cannot read it. */
const csrf: Action["run"] = async ({ ctx, request, headers }) => {
  const options = authOptions(ctx.deps, newAttempt(request, ctx.requestId), null);
  const { body, cookies } = await callNextAuth(options, request, ["csrf"], {});
  headers.set("Content-Type", "application/json");
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(body, { headers });
};

/** The paths below /api/auth/. next-auth's other actions are not used, so they do not exist here. */
const ACTIONS: readonly Action[] = [
  { path: "csrf", method: "GET", isLimited: false, run: csrf },
  { path: `signin/${PROVIDER_ID}`, method: "POST", isLimited: true, run: startSignIn },
  { path: `callback/${PROVIDER_ID}`, method: "GET", isLimited: true, run: finishSignIn },
  { path: `callback/${PROVIDER_ID}`, method: "POST", isLimited: true, run: answerByForm },
];

const PREFIX = "/api/auth/";

const actionOf = (request: Request): Action => {
  const path = new URL(request.url).pathname.slice(PREFIX.length);
  const actions = ACTIONS.filter((action) => action.path === path);
  if (actions.length === 0) throw new ServiceError("NOT_FOUND");
  const action = actions.find(({ method }) => method === request.method);
  if (action) return action;
  throw new ServiceError("METHOD_NOT_ALLOWED", undefined, { allow: actions.map(({ method }) => method) });
};

/**
 * Counts a start of a sign-in, or a return from the provider, against its network: each is a cost to the
 * provider, the database or the log.
 * @throws RATE_LIMIT_EXCEEDED, CACHE_ERROR
 */
const limitSignIns = (deps: Deps, request: Request): Promise<void> =>
  requireWithin(
    deps,
    { key: `sign-ins:${clientNetwork(request)}`, limit: deps.settings.signInsPerMinute, windowSeconds: 60 },
    (seconds) => `Too many sign-ins from your network. Try again in ${seconds} s.`,
  );

/** For a person whose browser was sent here: a page that loads nothing else. */
const tooManyPage = (headers: Headers, retryAfterSeconds: number): Response => {
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  headers.set("Retry-After", String(retryAfterSeconds));
  const text = SIGN_IN_REFUSALS.too_many_attempts;
  const body = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Sign in</title><p>${text}</p><p><a href="${SIGN_IN_PAGE}">Back to sign-in</a></p></html>`;
  return new Response(body, { status: 429, headers });
};

const onError = (error: ServiceError, call: Call): Response => {
  if (error.code !== "RATE_LIMIT_EXCEEDED") return asJson(error, call);
  const { ctx, request, headers } = call;
  logRefusal(ctx.deps, "too_many_attempts", ctx.requestId);
  return request.method === "GET"
    ? tooManyPage(headers, error.details.retryAfterSeconds ?? 60)
    : asJson(error, call);
};

/** /api/auth/*: to the identity provider and back. */
export const handleAuth = (deps: Deps, request: Request): Promise<Response> =>
  respond({ deps, site: null }, request, { event: "console.sign_in", onError }, async (call) => {
    const action = actionOf(request);
    if (action.isLimited) await limitSignIns(deps, request);
    return action.run(call);
  });
