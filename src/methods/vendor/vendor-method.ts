import { z } from "zod";
import { reaches } from "#core/age-over.ts";
import { VENDOR_METHOD, VENDOR_RETURN, vendorAssurance } from "#core/identity/vendor.ts";
import { jsonIn } from "#core/json.ts";
import {
  birthdayIn,
  CannotAsk,
  type Evidence,
  type Finding,
  type Method,
  type MethodContext,
  noDecision,
  type Question,
  verifies,
} from "#methods/method.ts";
import type { AskHttp } from "#platform/http.ts";
import { createDiditVendor } from "./didit/didit.ts";
import { createStripeVendor } from "./stripe.ts";
import { reasonOf, type VendorSession, type Vendors } from "./vendor.ts";
import { createYotiVendor } from "./yoti.ts";

/** Where a vendor reports news. It is registered with Stripe and Didit, and each session names it to Yoti. */
export const vendorCallbackPath = (vendorId: string): string => `/v/vendor/${vendorId}/callback`;

type VendorsOptions = {
  /** Under the address policy for what tenants make us ask. */
  http: AskHttp;
  now: () => Date;
  random: (bytes: number) => Uint8Array;
  /** Of the configuration: stand-ins' addresses, for development and tests only. */
  standIns?: { [Name in `${"STRIPE" | "YOTI" | "DIDIT"}_STAND_IN_URL`]?: string | undefined };
};

export const createVendors = ({ http, now, random, standIns = {} }: VendorsOptions): Vendors => ({
  stripe: createStripeVendor(http, standIns.STRIPE_STAND_IN_URL),
  yoti: createYotiVendor({ http, now, random, base: standIns.YOTI_STAND_IN_URL }),
  didit: createDiditVendor(http, standIns.DIDIT_STAND_IN_URL),
});

const HINTS = {
  UNAVAILABLE: "The company does not answer as it should. Try another way, or again later.",
  DECLINED: "The check was stopped. Try again, or another way.",
  REFUSED: "The answer could not be accepted. Try again, or another way.",
  UNDECIDED: "The company could not check the document. Try again, or another way.",
  PENDING: "The company has not answered yet. Wait a moment.",
} as const;

/** It is an attempt only if the vendor looked and cannot say; in all other cases nothing was learned. */
const no = (kind: keyof typeof HINTS, reason?: string): Finding => ({
  ...noDecision(`VENDOR_${kind}`, HINTS[kind], reason),
  ...(kind === "UNDECIDED" ? {} : { isUnopened: true }),
});

/** As earlier versions wrote it, unless a selfie is asked for: they then find nothing that they could decide by. */
const textOf = (kind: string, { sessionId, reference, minimumAge, asksSelfie }: VendorSession): string =>
  JSON.stringify([kind, sessionId, reference, minimumAge, ...(asksSelfie ? [asksSelfie] : [])]);

const KEPT = z
  .tuple([z.string(), z.string(), z.string(), z.number()], z.boolean())
  .transform(([kind, sessionId, reference, minimumAge, asksSelfie = false]) => ({
    kind,
    sessionId,
    reference,
    minimumAge,
    asksSelfie,
  }));

/**
 * What the method keeps of its question, with the vendor's kind.
 * @returns null: the method did not write it
 */
export const sessionOfKept = (text: string): (VendorSession & { kind: string }) | null =>
  KEPT.safeParse(jsonIn(text)).data ?? null;

/**
 * Companies that check identities: one method for all of them; `context.vendor` says which one is meant. An
 * answer is not read from what was submitted but fetched from the vendor: a caller who claims that there is
 * one decides nothing.
 */
export const createVendorMethod = (vendors: Vendors, publicUrl: string): Method => {
  const ask = async (id: string, expiresAt: Date, context: MethodContext): Promise<Question | null> => {
    const { vendor: account, minimumAge, now, returnNote = "" } = context;
    if (!account) return null;
    const { sessionId, url } = await vendors[account.kind].start(account, {
      reference: id,
      minimumAge,
      // To the main host, which sends the browser on to the one that it left.
      returnUrl: `${publicUrl}${VENDOR_RETURN}?ref=${id}${returnNote}`,
      callbackUrl: publicUrl + vendorCallbackPath(account.id),
      lifetimeSeconds: Math.ceil((expiresAt.getTime() - now.getTime()) / 1000),
    });
    const { asksSelfie } = account;
    const kept = textOf(account.kind, { sessionId, reference: id, minimumAge, asksSelfie });
    return { kept, link: url, requests: [] };
  };

  const look = async ({ vendor: account, kept, now, mode, minimumAge }: MethodContext): Promise<Finding> => {
    const session = sessionOfKept(kept ?? "");
    if (!account || session?.kind !== account.kind) return no("UNAVAILABLE", "request_unknown");
    const found = await vendors[account.kind].fetch(account, session, now);
    switch (found.state) {
      case "pending":
        return no("PENDING");
      case "declined":
        return no("DECLINED", found.reason);
      case "undecided":
        return no("UNDECIDED", found.reason);
      default: {
        const { age, band, isFaceMatched } = found;
        // The account asks for more than this person was asked when they went there.
        if (account.asksSelfie && !isFaceMatched) return no("REFUSED", "selfie_not_asked");
        const birthday = birthdayIn(found, minimumAge);
        if (birthday) return birthday;
        if (reaches(band, minimumAge) === null) return no("UNDECIDED", "age_undetermined");
        const assurance = mode === "live" ? vendorAssurance(isFaceMatched) : "none_test_mode";
        const evidence: Evidence = { age, band, confidence: 1, documentType: null, assurance };
        return { kind: "evidence", evidence };
      }
    }
  };

  return {
    id: VENDOR_METHOD,
    traits: verifies("vendor", "camera", "identity_document"),
    modes: ["live", "test"],
    // Nothing is read of it.
    maxBodyBytes: 1,
    start: async (asked, context) =>
      asked.channel === "redirect"
        ? ask(asked.id, asked.expiresAt, context).catch((error: unknown) => {
            throw new CannotAsk(reasonOf(error));
          })
        : null,
    answer: (_submission, context) =>
      look(context).catch((error: unknown) => no("UNAVAILABLE", reasonOf(error))),
  };
};
