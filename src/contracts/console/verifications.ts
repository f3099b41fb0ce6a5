import { z } from "zod";
import { mode, verificationId, verificationStatus } from "../common.ts";
import { cursor, day, pageSize } from "./common.ts";

export const verificationFilter = z.strictObject({
  status: verificationStatus.optional(),
  mode: mode.optional(),
  method: z.string().max(40).optional(),
  /** Days of UTC, both inside. */
  from: day.optional(),
  to: day.optional(),
  /** An id, or a whole value of the metadata; letter case does not matter. */
  search: z
    .string()
    .trim()
    .max(500)
    // Postgres' text knows no NUL.
    .refine((text) => !text.includes("\0"), { message: "expected a text" })
    .optional(),
});

export const listVerifications = verificationFilter.extend({ limit: pageSize, cursor: cursor.optional() });

export const oneVerification = z.strictObject({ verificationId });
