import { z } from "zod";
import { LANGUAGES } from "#core/language.ts";
import { Sealed } from "#core/sealed.ts";
import { EXPIRY_SECONDS, MINIMUM_AGE } from "#core/verification.ts";
import {
  age,
  confidence,
  mode,
  outcome,
  result,
  text,
  timestamp,
  verificationId,
  verificationStatus,
} from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { callbackUrl, locale, metadata, methodList } from "./verify-fields.ts";

const documentType = z
  .string()
  .regex(/^[a-z0-9_]{1,40}$/, "expected 1 to 40 of a-z, 0-9 and _, for example driving_licence")
  .describe("For example `passport`, `driving_licence`");

export const start = endpoint({
  id: "verify.start",
  method: "POST",
  path: "/verify/start",
  auth: "tenant",
  summary: "Start a verification",
  description:
    "Creates a verification and the address to which the end user is sent. All fields are optional; no body counts as `{}`. Counts one unit of the month's usage.",
  body: z.strictObject({
    metadata: metadata.optional(),
    callback_url: callbackUrl.optional(),
    userAgent: text(1000).optional().describe("Checked and dropped: it is not kept"),
    ip: z
      .union([z.ipv4(), z.ipv6()], { error: "expected an IPv4 or IPv6 address" })
      .optional()
      .describe("Kept only as a keyed hash"),
    minimumAge: z
      .number()
      .int()
      .min(MINIMUM_AGE.min)
      .max(MINIMUM_AGE.max)
      .optional()
      .describe("Whole years; the tenant's default (18) where absent"),
    methods: methodList.optional(),
    locale: locale
      .optional()
      .describe(
        `The hosted page's language: ${LANGUAGES.join(", ")}; for any other, and where absent, the browser's`,
      ),
    expiresInSeconds: z
      .number()
      .int()
      .min(EXPIRY_SECONDS.min)
      .max(EXPIRY_SECONDS.max)
      .optional()
      .describe("How long the end user has; 1,800 where absent"),
  }),
  response: z.object({
    verificationId,
    status: verificationStatus,
    sessionUrl: z.url().optional().describe("Where to send the end user"),
    redirectUrl: z.url().describe("The same address; always present"),
    config: z.object({
      minimumAge: z.number().int(),
      methods: z.array(z.string()),
      locale: z.string().nullable(),
      expiresAt: timestamp,
      mode,
    }),
  }),
  errors: ["QUOTA_EXCEEDED", "HARD_LIMIT_EXCEEDED"],
});

export const complete = endpoint({
  id: "verify.complete",
  method: "POST",
  path: "/verify/complete",
  auth: "tenant",
  summary: "Finish with your own evidence; approval mints a token",
  description:
    "Give exactly one of `dateOfBirth` and `verifiedAge`, or a `result`, or an age and a `result` that agrees with it. With an age the service decides. A date of birth is used and dropped.",
  body: z
    .strictObject({
      verificationId,
      dateOfBirth: z.iso
        .date("expected an existing day as YYYY-MM-DD")
        .transform((day) => new Sealed(day))
        .optional(),
      verifiedAge: age.optional(),
      result: outcome.optional(),
      confidence: confidence.optional(),
      documentType: documentType.optional(),
    })
    .refine((body) => body.dateOfBirth === undefined || body.verifiedAge === undefined, {
      path: ["verifiedAge"],
      message: "give either dateOfBirth or verifiedAge, not both",
    })
    .refine(
      (body) => body.dateOfBirth !== undefined || body.verifiedAge !== undefined || body.result !== undefined,
      { path: ["result"], message: "give one of dateOfBirth, verifiedAge or result" },
    ),
  response: z.object({
    verificationId,
    status: verificationStatus,
    confidence: confidence.optional(),
    result,
    token: z.string().optional().describe("JWT; only when approved"),
  }),
  errors: ["VERIFICATION_NOT_FOUND", "VERIFICATION_ALREADY_COMPLETED"],
});

export const submit = endpoint({
  id: "verify.submit",
  method: "POST",
  path: "/verify/submit",
  auth: "tenant",
  summary: "Record an outcome that you reached elsewhere; no token",
  description: "Ends the verification with the given result and sends the same events as complete.",
  body: z.strictObject({
    verificationId,
    result: outcome,
    verifiedAge: age.optional(),
    confidence: confidence.optional(),
    documentType: documentType.optional(),
    reason: text(200).min(1).optional().describe("A short code of yours; no personal data"),
  }),
  response: z.object({
    verificationId,
    status: verificationStatus,
    completedAt: timestamp,
    result,
  }),
  errors: ["VERIFICATION_NOT_FOUND", "VERIFICATION_ALREADY_COMPLETED"],
});

export const status = endpoint({
  id: "verify.status",
  method: "GET",
  path: "/verify/status",
  auth: "tenant",
  summary: "Where a verification stands",
  description: "`result` is there once the status is `completed`; `error` once it is `failed`.",
  query: z.strictObject({ verificationId }),
  response: z.object({
    verificationId,
    status: verificationStatus,
    confidence: confidence.optional(),
    createdAt: timestamp,
    completedAt: timestamp.optional(),
    result: result.optional(),
    error: z.object({ code: z.string(), message: z.string() }).optional(),
  }),
  errors: ["VERIFICATION_NOT_FOUND"],
});
