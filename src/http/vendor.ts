import { z } from "zod";
import { VENDOR_KINDS, VENDOR_RETURN } from "#core/identity/vendor.ts";
import type { At } from "#services/context.ts";
import { idNoted } from "#services/hosts/site.ts";
import { goToVendor, lookAgain, returnFromVendor, vendorCalled } from "#services/vendors/sessions.ts";
import { comeBackToPage, leavePage } from "./away.ts";
import { readBytes } from "./body.ts";
import { parseInput } from "./input.ts";
import { type PageHandler, respond } from "./respond.ts";

// To an identity vendor and back, and the vendor's callbacks. Addresses hold secrets, so the log gets the
// route.

/** Vendors' callbacks are a few KiB. */
const MAX_CALLBACK_BYTES = 64 * 1024;

const form = z.union([
  z.strictObject({ provider: z.enum(VENDOR_KINDS) }),
  z.strictObject({ intent: z.literal("look") }),
]);

/** The end user chooses a vendor, or asks for its answer. */
export const vendorStart: PageHandler = (at, request, { secret = "" }) => {
  const route = { event: "vendor.start", path: "/v/[secret]/vendor", secret };
  return leavePage(at, request, route, async (ctx, fields) => {
    const asked = parseInput(form, fields, "INVALID_REQUEST_BODY");
    if ("intent" in asked) return lookAgain(ctx, secret);
    const { reference: transactionId, ...sent } = await goToVendor(ctx, { secret, kind: asked.provider });
    return { ...sent, transactionId };
  });
};

/** A vendor sends the browser back. */
export const vendorReturn = (at: At, request: Request): Promise<Response> => {
  const path = VENDOR_RETURN;
  const left = new URL(request.url).searchParams.get("ref") ?? "";
  const reference = idNoted(left);
  // It carries no answer: that is fetched from the vendor.
  const onwardTo = async () => `${path}?ref=${encodeURIComponent(left)}`;
  const on = { left, cameTo: path, onwardTo };
  const route = { event: "vendor.return", path, transactionId: reference, ...on };
  return comeBackToPage(at, request, route, (ctx, cookie) => returnFromVendor(ctx, { reference, cookie }));
};

/**
 * A vendor's callback. Its body is checked and dropped, never logged. Every genuine one gets a 200, whatever
 * it is about: Stripe, like Yoti, resends for three days what gets another answer. Resending makes sense
 * after a 400 for a signature, which the tenant can fix, and after a 503 while the vendor itself does not
 * answer.
 */
export const vendorCallback: PageHandler = (at, request, { id = "" }) =>
  respond(
    at,
    request,
    { event: "vendor.callback", path: "/v/vendor/[id]/callback" },
    async ({ ctx, headers, note }) => {
      const body = await readBytes(request, MAX_CALLBACK_BYTES);
      const callback = { body, header: (name: string) => request.headers.get(name) };
      const { verificationId } = await vendorCalled(ctx, { vendorId: id, callback });
      note({ verificationId });
      // The same answer whether it was taken or ignored: a caller learns nothing.
      return Response.json({ received: true }, { headers });
    },
  );
