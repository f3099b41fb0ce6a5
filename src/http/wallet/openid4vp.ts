import { ERRORS, ServiceError } from "#core/errors.ts";
import { formFields } from "#core/form-fields.ts";
import { readBytes } from "#http/body.ts";
import { walletCookieOf } from "#http/journey-cookie.ts";
import { backToPage, type Call, type PageHandler, seeOther } from "#http/respond.ts";
import { answerWallet } from "#services/wallet/answer.ts";
import { requestObject } from "#services/wallet/start.ts";
import { releaseWallet } from "#services/wallet/transactions.ts";
import { readAnswer, respondToWallet } from "./frame.ts";

/** One answer for every fault, so that a program posing as a wallet learns nothing. */
const refused = (headers: Headers, status: 400 | 404 = 400): Response =>
  Response.json({ error: "invalid_request" }, { status, headers });

/** When a wallet should try again by default, in seconds: soon, before its user gives up. */
const RETRY_AFTER_SECONDS = 2;

/**
 * 503 with Retry-After (RFC 9110 §15.6.4) when the request is not at fault: too many at once, the database unavailable, a
 * bug. A wallet does not retry after 400, and its attestation may be single-use.
 * @param otherwise the answer when the request is at fault
 */
const unavailableOr =
  (otherwise: (headers: Headers) => Response) =>
  ({ code, details }: ServiceError, { headers }: Call): Response => {
    const { status } = ERRORS[code];
    const isOurs = status >= 500 || status === 429 || code === "CHECK_IN_PROGRESS";
    if (!isOurs) return otherwise(headers);
    headers.set("Retry-After", String(details.retryAfterSeconds ?? RETRY_AFTER_SECONDS));
    // RFC 6749 §4.1.2.1.
    return Response.json({ error: "temporarily_unavailable" }, { status: 503, headers });
  };

// §5.10: `wallet_metadata` may contain keys and chains, which are not used here.
const MAX_FORM_BYTES = 64 * 1024;
const MAX_NONCE_CHARACTERS = 512;

/**
 * OpenID4VP 1.0 §5.10.1: the nonce to return unchanged.
 * @throws INVALID_REQUEST_BODY: it is too long; cut short, it would be a different nonce, and the wallet
 *   would stop
 */
const walletNonceOf = async (request: Request): Promise<string | null> => {
  if (request.method !== "POST") return null;
  const nonce = formFields(await readBytes(request, MAX_FORM_BYTES))?.get("wallet_nonce") ?? null;
  if (nonce !== null && nonce.length > MAX_NONCE_CHARACTERS) throw new ServiceError("INVALID_REQUEST_BODY");
  return nonce;
};

const REQUEST = {
  path: "/openid4vp/request/[id]",
  event: "wallet.request",
  onError: unavailableOr(refused),
};

/**
 * OpenID4VP 1.0 §5.10: a wallet fetches the signed request behind its link, by GET, or by POST with its own
 * nonce.
 */
export const walletRequestObject: PageHandler = (at, request, { id = "" }) =>
  respondToWallet(at, request, REQUEST, async ({ ctx, headers }) => {
    const jwt = await requestObject(ctx, id, await walletNonceOf(request));
    if (jwt === null) return refused(headers, 404);
    headers.set("Content-Type", "application/oauth-authz-req+jwt");
    return new Response(jwt, { headers });
  });

const RESPONSE = {
  path: "/openid4vp/response/[id]",
  event: "wallet.response",
  onError: unavailableOr(refused),
};

/** OpenID4VP 1.0 §8.2: a wallet posts its answer or its refusal. The body is checked and dropped, never logged. */
export const walletResponse: PageHandler = (at, request, { id = "" }) =>
  respondToWallet(at, request, RESPONSE, async ({ ctx, headers, note }) => {
    const type = request.headers.get("content-type") ?? "";
    if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return refused(headers);
    const answered = await answerWallet(ctx, id, (verificationId) => readAnswer(request, verificationId));
    if (!answered) return refused(headers);
    note({ verificationId: answered.verificationId });
    const { redirectUri } = answered;
    return Response.json(redirectUri === null ? {} : { redirect_uri: redirectUri }, { headers });
  });

const elsewhere = (headers: Headers): Response => seeOther("/wallet/elsewhere", headers);

const RETURN = {
  path: "/openid4vp/return/[id]",
  event: "wallet.return",
  // The code stays valid for its five minutes, so the browser can simply reload.
  onError: unavailableOr(elsewhere),
};

/** The wallet sends the browser back after a link: to its page or, in another browser, to a page that says so. */
export const walletReturn: PageHandler = (at, request, { id = "" }) =>
  respondToWallet(at, request, RETURN, async ({ ctx, headers }) => {
    const responseCode = new URL(request.url).searchParams.get("response_code") ?? "";
    const cookie = walletCookieOf(ctx.deps, id, request.headers.get("cookie"));
    const secret = await releaseWallet(ctx, { id, responseCode, cookie });
    return secret === null ? elsewhere(headers) : backToPage(secret, headers, { method: "wallet" });
  });
