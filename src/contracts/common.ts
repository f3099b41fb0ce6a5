import { z } from "zod";
import { ERRORS, type ErrorCode } from "#core/errors.ts";
import { VERIFICATION_STATUSES } from "#core/verification.ts";

/** Gives a schema its name in the OpenAPI document. */
const named = <Schema extends z.ZodType>(id: string, schema: Schema): Schema => schema.meta({ id });

export const timestamp = z.iso.datetime().describe("ISO 8601 in UTC, with milliseconds");

export const verificationStatus = named(
  "VerificationStatus",
  z
    .enum(VERIFICATION_STATUSES)
    .describe("pending → in_progress → completed, failed or expired; the last three are final"),
);

export const mode = z.enum(["live", "test"]);

// A malformed id is answered as an unknown one, so the contract asks for no more than a text.
export const verificationId = z.string().describe("`ver_…`, as /verify/start gave it");

export const confidence = z.number().min(0).max(1).describe("0 to 1; absent until there is one");

export const age = z.number().int().min(0).max(150).describe("Whole years");

export const outcome = z.enum(["approved", "rejected"]);

export const result = named(
  "VerificationResult",
  z.strictObject({
    verified: z.boolean().describe("true: the person meets the minimum age"),
    verifiedAge: age.optional().describe("Whole years, when the method learned it"),
    documentReused: z
      .boolean()
      .optional()
      .describe(
        "Where you have it looked at: the document decided more of your verifications than you allow",
      ),
  }),
);

export const errorCode = named(
  "ErrorCode",
  z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]), // Object.keys forgets the union
);

const issue = z.object({ path: z.string(), message: z.string() });

/** One body that satisfies both envelopes of the interface. */
export const errorBody = named(
  "Error",
  z.object({
    request_id: z.string(),
    requestId: z.string().describe("The same value as request_id"),
    error: z.object({
      code: errorCode,
      message: z.string(),
      retryAfterSeconds: z.number().int().positive().optional(),
    }),
    code: errorCode,
    message: z.string(),
    retryAfterSeconds: z.number().int().positive().optional().describe("With 429 and 503"),
    issues: z.array(issue).optional().describe("With 400: what is wrong, and where"),
  }),
);

export type ErrorBody = z.infer<typeof errorBody>;
