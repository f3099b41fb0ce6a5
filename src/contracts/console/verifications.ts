import { z } from "zod";
import { mode, text, verificationId, verificationStatus, visible, whole } from "#contracts/public/common.ts";
import { THRESHOLDS } from "#core/age-over.ts";
import { ERASURE_REQUEST_STATUSES } from "#core/erasure-request.ts";
import { VOUCHER_MINUTES, voucherBoundsFault } from "#core/vouchers/voucher.ts";
import { days, id, page } from "./common.ts";

export const verificationFilter = z.strictObject({
  status: verificationStatus.optional(),
  mode: mode.optional(),
  method: text(40).optional(),
  /** Open appeals that a voucher can decide, and nothing else. */
  waitsFor: z.enum(["voucher"]).optional(),
  ...days,
  /** An id, a reference, or a complete metadata value; case-insensitive. */
  search: text(500).trim().optional(),
});

export const listVerifications = verificationFilter.extend(page);

export const oneVerification = z.strictObject({ verificationId });

export const eraseVerification = oneVerification.extend({ reason: visible(200).min(1) });

const years = whole(THRESHOLDS);

/** What the member saw, as thresholds and never as an exact age. */
export const issueVoucher = z
  .strictObject({
    /** Of the two one, or both. */
    ageAtLeast: years.optional(),
    ageBelow: years.optional(),
    validMinutes: whole(VOUCHER_MINUTES).default(VOUCHER_MINUTES.default),
  })
  .superRefine(({ ageAtLeast: atLeast = null, ageBelow: below = null }, { addIssue }) => {
    const message = voucherBoundsFault({ atLeast, below });
    if (message !== null) addIssue({ code: "custom", path: ["ageBelow"], message });
  });

export const listErasureRequests = z.strictObject({
  ...page,
  status: z.enum(ERASURE_REQUEST_STATUSES).optional(),
});

export const oneErasureRequest = z.strictObject({ requestId: id });

export const declineErasureRequest = z.strictObject({
  requestId: id,
  /** Shown to the person on their page. */
  reply: text(500).trim().min(1),
});

export const listVouchers = z.strictObject(page);

export const oneVoucher = z.strictObject({ voucherId: id });

export type IssueVoucher = z.output<typeof issueVoucher>;
export type VerificationFilter = z.output<typeof verificationFilter>;
