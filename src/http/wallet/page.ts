import { z } from "zod";
import { hostedAnswer } from "#contracts/public/hosted.ts";
import { saysSameOrigin } from "#core/access/same-origin.ts";
import { ServiceError } from "#core/errors.ts";
import { readForm } from "#http/body.ts";
import { echoedKey, evidenceKeyIn } from "#http/evidence-key.ts";
import { parseInput } from "#http/input.ts";
import { setWalletCookies } from "#http/journey-cookie.ts";
import { asJson, backToPage, type Call, type PageHandler, wantsJson, wireValue } from "#http/respond.ts";
import type { At } from "#services/context.ts";
import { submitCredential } from "#services/hosted/submit.ts";
import { originOf } from "#services/hosts/site.ts";
import { maxHandedOver } from "#services/wallet/answer.ts";
import { startDcApi, startWallet, WALLET_APPS } from "#services/wallet/start.ts";
import { readAnswer, respondToWallet } from "./frame.ts";

const MAX_FORM_BYTES = 1024;
const form = z.strictObject({ channel: z.enum(["link", "qr"]), app: z.enum(WALLET_APPS) });

/**
 * The form must come from our own page; otherwise another site could plant its check in a visitor's browser.
 * Our referrer policy makes the origin of a plain form "null" (Fetch Standard §3.2), so Fetch Metadata is
 * checked first. Browsers omit it over plain http, which only development uses.
 * @throws CROSS_SITE_REFUSED
 */
export const refuseForeignForm = (at: At, request: Request): void => {
  const ours = originOf(at);
  const isPlain = ours.startsWith("http:");
  const says = saysSameOrigin(request, isPlain ? [ours, "null"] : [ours]) ?? isPlain;
  if (!says) throw new ServiceError("CROSS_SITE_REFUSED");
};

/**
 * Fetch Standard §3.1: browsers send the origin with every POST from a script, and no page can forge it. The
 * transcript also names our origin; this check is earlier and covers everything.
 * @throws CROSS_SITE_REFUSED
 */
export const refuseForeignScript = (at: At, { headers }: Request): void => {
  if (headers.get("origin") !== originOf(at)) throw new ServiceError("CROSS_SITE_REFUSED");
};

/** The hosted page asks for a link or a code. A form gets the page that shows it; a script gets JSON. */
export const walletStart: PageHandler = (at, request, { secret = "" }) => {
  const onError = (error: ServiceError, call: Call): Response =>
    wantsJson(request) || error.code === "CROSS_SITE_REFUSED"
      ? asJson(error, call)
      : backToPage(secret, call.headers, { method: "wallet", problem: error.code });
  const address = { path: "/v/[secret]/wallet/start", event: "wallet.start", onError };
  return respondToWallet(at, request, address, async ({ ctx, headers }) => {
    refuseForeignForm(at, request);
    const fields = Object.fromEntries(await readForm(request, MAX_FORM_BYTES));
    const input = parseInput(form, fields, "INVALID_REQUEST_BODY");
    const { cookie, ...started } = await startWallet(ctx, { ...input, secret });
    if (cookie !== null) {
      const { transactionId, expiresAt } = started;
      const lifetimeSeconds = Math.ceil((expiresAt.getTime() - ctx.deps.now().getTime()) / 1000);
      const made = { transactionId, value: cookie, lifetimeSeconds };
      for (const each of setWalletCookies(ctx.deps, made, request.headers.get("cookie")))
        headers.append("Set-Cookie", each);
    }
    if (!wantsJson(request)) return backToPage(secret, headers, { method: "wallet" });
    return Response.json(started, { headers });
  });
};

const REQUESTS = { path: "/v/[secret]/wallet/requests", event: "wallet.requests" };

/** The requests for one call of the Digital Credentials API; the page fetches them before the click. */
export const walletRequests: PageHandler = (at, request, { secret = "" }) =>
  respondToWallet(at, request, REQUESTS, async ({ ctx, headers }) => {
    refuseForeignScript(at, request);
    return Response.json(await startDcApi(ctx, secret), { headers });
  });

const CREDENTIAL = { path: "/v/[secret]/wallet/credential/[id]", event: "wallet.credential" };

/** The page submits the wallet's answer, `{protocol, data}`. It is checked and dropped. */
export const walletCredential: PageHandler = (at, request, { secret = "", id = "" }) =>
  respondToWallet(
    at,
    request,
    { ...CREDENTIAL, headers: echoedKey(request) },
    async ({ ctx, headers, note }) => {
      refuseForeignScript(at, request);
      const read = (verificationId: string) => readAnswer(request, verificationId, maxHandedOver(ctx.deps));
      const view = await submitCredential(ctx, { secret, id, key: evidenceKeyIn(request) }, read);
      note({ verificationId: view.verificationId });
      return Response.json(hostedAnswer.parse(wireValue(view)), { headers });
    },
  );
