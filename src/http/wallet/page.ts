import { z } from "zod";
import { hostedAnswer } from "#contracts/public/hosted.ts";
import { saysSameOrigin } from "#core/access/same-origin.ts";
import { ServiceError } from "#core/errors.ts";
import { readForm } from "#http/body.ts";
import { echoedKey, evidenceKeyIn } from "#http/evidence-key.ts";
import { parseInput } from "#http/input.ts";
import { setWalletCookies } from "#http/journey-cookie.ts";
import { asJson, backToPage, type Call, wantsJson, wireValue } from "#http/respond.ts";
import type { Deps } from "#services/context.ts";
import { submitCredential } from "#services/hosted/submit.ts";
import { originOf } from "#services/hosts/site.ts";
import { maxHandedOver } from "#services/wallet/answer.ts";
import { startDcApi, startWallet, WALLET_APPS } from "#services/wallet/start.ts";
import { readAnswer, respondToWallet } from "./frame.ts";

type Params = Record<string, string>;

const MAX_FORM_BYTES = 1024;
const form = z.strictObject({ channel: z.enum(["link", "qr"]), app: z.enum(WALLET_APPS) });

/**
 * The form must come from our own page; otherwise another site could plant its check in a visitor's browser.
 * Our referrer policy makes the origin of a plain form "null" (Fetch Standard §3.2), so Fetch Metadata is
 * checked first. Browsers omit it over plain http, which only development uses.
 * @throws CROSS_SITE_REFUSED
 */
export const refuseForeignForm = (deps: Deps, request: Request): void => {
  const ours = originOf(deps);
  const isPlain = ours.startsWith("http:");
  const says = saysSameOrigin(request, isPlain ? [ours, "null"] : [ours]) ?? isPlain;
  if (!says) throw new ServiceError("CROSS_SITE_REFUSED");
};

/**
 * Fetch Standard §3.1: browsers send the origin with every POST from a script, and no page can forge it. The
 * transcript also names our origin; this check is earlier and covers everything.
 * @throws CROSS_SITE_REFUSED
 */
export const refuseForeignScript = (deps: Deps, { headers }: Request): void => {
  if (headers.get("origin") !== originOf(deps)) throw new ServiceError("CROSS_SITE_REFUSED");
};

/** The hosted page asks for a link or a code. A form gets the page that shows it; a script gets JSON. */
export const walletStart = (deps: Deps, request: Request, { secret = "" }: Params): Promise<Response> => {
  const onError = (error: ServiceError, call: Call): Response =>
    wantsJson(request) || error.code === "CROSS_SITE_REFUSED"
      ? asJson(error, call)
      : backToPage(secret, call.headers, { method: "wallet", problem: error.code });
  const address = { path: "/v/[secret]/wallet/start", event: "wallet.start", onError };
  return respondToWallet(deps, request, address, async ({ ctx, headers }) => {
    refuseForeignForm(deps, request);
    const fields = Object.fromEntries(await readForm(request, MAX_FORM_BYTES));
    const input = parseInput(form, fields, "INVALID_REQUEST_BODY");
    const { cookie, ...started } = await startWallet(ctx, { ...input, secret });
    if (cookie !== null) {
      const { transactionId, expiresAt } = started;
      const lifetimeSeconds = Math.ceil((expiresAt.getTime() - deps.now().getTime()) / 1000);
      const made = { transactionId, value: cookie, lifetimeSeconds };
      for (const each of setWalletCookies(deps, made, request.headers.get("cookie")))
        headers.append("Set-Cookie", each);
    }
    if (!wantsJson(request)) return backToPage(secret, headers, { method: "wallet" });
    return Response.json(started, { headers });
  });
};

const REQUESTS = { path: "/v/[secret]/wallet/requests", event: "wallet.requests" };

/** The requests for one call of the Digital Credentials API; the page fetches them before the click. */
export const walletRequests = (deps: Deps, request: Request, { secret = "" }: Params): Promise<Response> =>
  respondToWallet(deps, request, REQUESTS, async ({ ctx, headers }) => {
    refuseForeignScript(deps, request);
    return Response.json(await startDcApi(ctx, secret), { headers });
  });

const CREDENTIAL = { path: "/v/[secret]/wallet/credential/[id]", event: "wallet.credential" };

/** The page submits the wallet's answer, `{protocol, data}`. It is checked and dropped. */
export const walletCredential = (
  deps: Deps,
  request: Request,
  { secret = "", id = "" }: Params,
): Promise<Response> =>
  respondToWallet(
    deps,
    request,
    { ...CREDENTIAL, headers: echoedKey(request) },
    async ({ ctx, headers, note }) => {
      refuseForeignScript(deps, request);
      const read = (verificationId: string) => readAnswer(request, verificationId, maxHandedOver(deps));
      const view = await submitCredential(ctx, { secret, id, key: evidenceKeyIn(request) }, read);
      note({ verificationId: view.verificationId });
      return Response.json(hostedAnswer.parse(wireValue(view)), { headers });
    },
  );
