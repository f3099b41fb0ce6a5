import { z } from "zod";
import type { AgeBand } from "#core/age-over.ts";
import { jsonIn } from "#core/json.ts";
import { voucherBoundsFault } from "#core/vouchers/voucher.ts";
import { type Finding, FORM, type Method, noDecision, verifies } from "#methods/method.ts";

/** What a voucher says, as this method's `kept`: it comes from the row that the code used up, never from a person. */
export const keptOfVoucher = (band: AgeBand): string => JSON.stringify([band.atLeast, band.below]);

const bound = z.int().nullable();
const KEPT = z.tuple([bound, bound]).transform(([atLeast, below]) => ({ atLeast, below }));

const bandOf = (kept: string): AgeBand | null => {
  const band = KEPT.safeParse(jsonIn(kept)).data;
  return band && voucherBoundsFault(band) === null ? band : null;
};

/**
 * A code from a member of the tenant's team who saw an ID in person. A method has no database:
 * services/vouchers finds the voucher, and without one there is no decision, whatever was typed.
 */
export const createVoucherMethod = (): Method => ({
  id: "voucher",
  traits: { ...verifies("voucher"), checksLiveness: true },
  modes: ["live"],
  maxBodyBytes: 64,
  start: async ({ channel }) => (channel === "form" ? FORM : null),
  answer: async (_typed, { kept = "" }): Promise<Finding> => {
    const band = bandOf(kept);
    if (band === null) return noDecision("VOUCHER_UNKNOWN", "Check the code, or ask for another one.");
    const learned = { age: null, band, confidence: 1, documentType: null };
    return { kind: "evidence", evidence: { ...learned, assurance: "asserted_in_person" } };
  },
});
