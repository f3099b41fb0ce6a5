import { z } from "zod";
import { VENDOR_KINDS } from "#core/identity/vendor.ts";
import type { Deps } from "#services/context.ts";
import { goToVendor, lookAgain, returnFromVendor, vendorCalled } from "#services/vendors/sessions.ts";
import { pageOfCookie } from "#services/wallet/transactions.ts";
import { readBytes, readForm } from "./body.ts";
import { ELSEWHERE } from "./hand-over.ts";
import { AWAY_HEADERS, goOnwards } from "./identity.ts";
import { parseInput } from "./input.ts";
import { asJson, backToPage, respond, seeOther } from "./respond.ts";
import { setWalletCookies, walletCookieOf } from "./wallet/cookie.ts";
import { refuseForeignForm } from "./wallet/page.ts";

// To a company that checks identities and back, and its callbacks. Addresses hold secrets, so the log gets the route.

type Params = Record<string, string>;

const END_USER = { kind: "end_user" } as const;
const MAX_FORM_BYTES = 1024;
/** Both vendors' callbacks are a few KiB. */
const MAX_CALLBACK_BYTES = 64 * 1024;

const form = z.union([
  z.strictObject({ provider: z.enum(VENDOR_KINDS) }),
  z.strictObject({ intent: z.literal("look") }),
]);

/** The end user chooses a vendor, or asks for its answer; forms that work without scripts. */
export const vendorStart = (deps: Deps, request: Request, { secret = "" }: Params): Promise<Response> =>
  respond(
    deps,
    request,
    {
      event: "vendor.start",
      path: "/v/[secret]/vendor",
      headers: AWAY_HEADERS,
      actor: END_USER,
      onError: (error, call) =>
        error.code === "CROSS_SITE_REFUSED"
          ? asJson(error, call)
          : backToPage(secret, call.headers, { problem: error.code }),
    },
    async ({ ctx, headers, note }) => {
      refuseForeignForm(deps, request);
      const fields = Object.fromEntries(await readForm(request, MAX_FORM_BYTES));
      const asked = parseInput(form, fields, "INVALID_REQUEST_BODY");
      if ("intent" in asked) {
        const { problem, verificationId } = await lookAgain(ctx, secret);
        note({ verificationId, code: problem });
        return backToPage(secret, headers, problem === null ? {} : { problem });
      }
      const sent = await goToVendor(ctx, { secret, kind: asked.provider });
      note({ verificationId: sent.verificationId });
      const { reference: transactionId, cookie: value, lifetimeSeconds } = sent;
      const made = { transactionId, value, lifetimeSeconds };
      for (const each of setWalletCookies(deps, made, request.headers.get("cookie"), "identity"))
        headers.append("Set-Cookie", each);
      return goOnwards(headers, sent);
    },
  );

/** A vendor sends the browser back: to its page or, in another browser, to a page that says so. */
export const vendorReturn = (deps: Deps, request: Request): Promise<Response> => {
  const reference = new URL(request.url).searchParams.get("ref") ?? "";
  const cookie = walletCookieOf(deps, reference, request.headers.get("cookie"), "identity");
  return respond(
    deps,
    request,
    {
      event: "vendor.return",
      path: "/v/vendor/return",
      headers: AWAY_HEADERS,
      actor: END_USER,
      // The page says what is wrong here, and its button asks again.
      onError: ({ code }, { headers }) => {
        const secret = cookie === null ? null : pageOfCookie(cookie);
        return secret === null
          ? seeOther(ELSEWHERE, headers)
          : backToPage(secret, headers, { problem: code });
      },
    },
    async ({ ctx, headers, note }) => {
      const returned = await returnFromVendor(ctx, { reference, cookie });
      if (returned === null) return seeOther(ELSEWHERE, headers);
      const { secret, problem, verificationId } = returned;
      note({ verificationId, code: problem });
      return backToPage(secret, headers, problem === null ? {} : { problem });
    },
  );
};

/**
 * A vendor's callback. Its body is checked and dropped, never logged. Whatever a genuine one is about gets a 200: Stripe
 * sends again for three days what gets another answer, and Yoti too. 400 for a signature, which the tenant can mend, and 503
 * while the vendor itself does not answer, are sent again for a reason.
 */
export const vendorCallback = (deps: Deps, request: Request, { id = "" }: Params): Promise<Response> =>
  respond(
    deps,
    request,
    { event: "vendor.callback", path: "/v/vendor/[id]/callback" },
    async ({ ctx, headers, note }) => {
      const body = await readBytes(request, MAX_CALLBACK_BYTES);
      const callback = { body, signature: request.headers.get("stripe-signature") };
      const { verificationId } = await vendorCalled(ctx, { vendorId: id, callback });
      note({ verificationId });
      // The same for one that was taken and one that was ignored: a caller learns nothing.
      return Response.json({ received: true }, { headers });
    },
  );
