import { z } from "zod";
import { DISCLOSURES, THRESHOLDS } from "#core/age-over.ts";
import { ERRORS, type ErrorCode } from "#core/errors.ts";
import { RETURN_WITH } from "#core/tenant.ts";
import { problemOfName, problemOfText } from "#core/text.ts";
import { VERIFICATION_STATUSES } from "#core/verification.ts";
import "./plain-words.ts";

/** Gives a schema its name in the OpenAPI document. */
const named = <Schema extends z.ZodType>(id: string, schema: Schema): Schema => schema.meta({ id });

const problemWith = (problemOf: (text: string) => string | null) => ({
  error: ({ input }: { input?: unknown }) => problemOf(String(input)) ?? "",
});

/** A text of any length that can be stored and compared. */
export const storable = z
  .string()
  .refine((given) => problemOfText(given) === null, problemWith(problemOfText));

/** A text that can be stored and compared. Every text input is one of these, or a name. */
export const text = (max: number) => storable.max(max);

/** A name or note for people, without invisible characters. */
export const visible = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((given) => problemOfName(given) === null, problemWith(problemOfName));

/** A whole number within bounds, both inclusive. */
export const whole = ({ min, max }: { min: number; max: number }) => z.number().int().min(min).max(max);

export const email = z.email().max(254);

/**
 * A whole number within bounds, as given in a query: only digits. `Number` would also take `1e2`, ` 5`, `0x10` and an
 * empty text, which the OpenAPI document's `integer` does not.
 */
export const queryWhole = (bounds: { min: number; max: number }) =>
  z.preprocess(
    (given) => (typeof given === "string" && /^(?:0|[1-9]\d{0,15})$/.test(given) ? Number(given) : given),
    whole(bounds),
  );

/**
 * For `z.toJSONSchema`: names the default of a field that is read from text, which it leaves out because no text is the
 * default. A query says what it means, and not how it is spelt.
 */
export const withDefaults = ({
  zodSchema: { _zod },
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void => {
  if (_zod.def.type === "default") jsonSchema.default ??= _zod.def.defaultValue;
};

/** How many entries of a list to return, as given in a query. */
export const pageSize = (max: number) => queryWhole({ min: 1, max }).default(50).describe(`At most ${max}`);

/** Methods in the order to offer them. */
export const methodsOf = (name: z.ZodString) =>
  z
    .array(name)
    .min(1)
    .max(10)
    .refine((methods) => new Set(methods).size === methods.length, { message: "expected each method once" });

/** An id in a path. A malformed id gets the same answer as an unknown one. */
export const pathId = z.string().min(1).max(200);

/** One of our ids or cursors, as received. */
export const reference = text(200).min(1);

export const timestamp = z.iso.datetime().describe("ISO 8601 in UTC, with milliseconds");

export const verificationStatus = named(
  "VerificationStatus",
  z
    .enum(VERIFICATION_STATUSES)
    .describe("pending → in_progress → completed, failed or expired; the last three are final"),
);

export const mode = z.enum(["live", "test"]);

export const returnWith = z.enum(RETURN_WITH);

// A malformed id gets the same answer as an unknown one, so the contract requires only a text.
export const verificationId = storable.describe("`ver_…`, as returned by /verify/start");

export const confidence = z.number().min(0).max(1).describe("0 to 1; absent until known");

export const age = z.number().int().min(0).max(150).describe("Whole years");

export const ageOver = z
  .record(z.string().regex(/^\d{1,2}$/), z.boolean())
  .describe(
    "For each threshold of the verification, whether the age reaches it; one that the evidence does not answer is absent",
  )
  .meta({ examples: [{ "13": true, "16": true, "18": false }] });

/** Present only if thresholds were asked for. */
export const ageAnswer = {
  ageOver: ageOver.optional(),
  band: z
    .object({
      atLeast: whole(THRESHOLDS)
        .nullable()
        .describe("The highest threshold that the age reaches; null: none is known"),
      below: whole(THRESHOLDS)
        .nullable()
        .describe("The lowest threshold that it does not reach; null: none is known"),
    })
    .optional()
    .describe("What `ageOver` says, as two numbers")
    .meta({ examples: [{ atLeast: 16, below: 18 }] }),
};

export const disclosure = z
  .enum(DISCLOSURES)
  .describe(
    "`age`: answers hold the age in years; `thresholds`: only which thresholds it reaches, and the age is not stored",
  );

export const outcome = z.enum(["approved", "rejected"]);

export const result = named(
  "VerificationResult",
  z.strictObject({
    verified: z.boolean().describe("true: the person meets the minimum age"),
    verifiedAge: age
      .optional()
      .describe("Whole years, if the method learned it; absent with disclosure `thresholds`"),
    ...ageAnswer,
    documentReused: z
      .boolean()
      .optional()
      .describe(
        "Only with the reuse check on: whether this document has decided more of your verifications than you allow",
      ),
  }),
);

export const errorCode = named(
  "ErrorCode",
  z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]), // Object.keys forgets the union
);

/** Why a verification ended without a decision. */
export const failure = z.object({ code: z.string(), message: z.string() });

const issue = z.object({ path: z.string(), message: z.string() });

/** One body that satisfies both of the interface's error envelopes. */
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
