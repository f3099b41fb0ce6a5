import { z } from "zod";
import { mode, text, verificationId, verificationStatus } from "#contracts/public/common.ts";
import { days, page } from "./common.ts";

export const verificationFilter = z.strictObject({
  status: verificationStatus.optional(),
  mode: mode.optional(),
  method: text(40).optional(),
  ...days,
  /** An id, or a complete metadata value; case-insensitive. */
  search: text(500).trim().optional(),
});

export const listVerifications = verificationFilter.extend(page);

export const oneVerification = z.strictObject({ verificationId });
