import type { AgeBand } from "#core/age-over.ts";
import { voucherBoundsFault } from "#core/vouchers/voucher.ts";
import { type Finding, FORM, type Method } from "#methods/method.ts";

/** What a voucher says, as this method's `kept`: it comes from the row that the code used up, never from a person. */
export const keptOfVoucher = (band: AgeBand): string => JSON.stringify([band.atLeast, band.below]);

const isBound = (value: unknown): value is number | null => value === null || Number.isInteger(value);

const bandOf = (kept: string): AgeBand | null => {
  try {
    const read: unknown = JSON.parse(kept);
    if (!Array.isArray(read) || read.length !== 2) return null;
    const [atLeast, below]: unknown[] = read;
    if (!isBound(atLeast) || !isBound(below)) return null;
    return voucherBoundsFault({ atLeast, below }) === null ? { atLeast, below } : null;
  } catch {
    return null;
  }
};

/**
 * A code from a member of the tenant who saw an ID in person. A method has no database: services/vouchers finds the
 * voucher, and without one there is no decision, whatever was typed.
 */
export const createVoucherMethod = (): Method => ({
  id: "voucher",
  traits: { category: "verification", needs: [], isDoubleBlind: false, answers: null },
  modes: ["live"],
  maxBodyBytes: 64,
  start: async ({ channel }) => (channel === "form" ? FORM : null),
  answer: async (_typed, { kept = "" }): Promise<Finding> => {
    const band = bandOf(kept);
    if (band === null)
      return {
        kind: "no_decision",
        code: "VOUCHER_UNKNOWN",
        hint: "Check the code, or ask for another one.",
      };
    const learned = { age: null, band, confidence: 1, documentType: null };
    return { kind: "evidence", evidence: { ...learned, assurance: "asserted_in_person" } };
  },
});
