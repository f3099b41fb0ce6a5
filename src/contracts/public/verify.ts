import { z } from "zod";
import { THRESHOLDS } from "#core/age-over.ts";
import { LANGUAGES } from "#core/language.ts";
import { Sealed } from "#core/sealed.ts";
import { hasUserInfo } from "#core/text.ts";
import { EXPIRY_SECONDS, MINIMUM_AGE } from "#core/verification.ts";
import {
  age,
  confidence,
  disclosure,
  methodsOf,
  outcome,
  result,
  text,
  timestamp,
  verificationId,
  verificationStatus,
  whole,
} from "./common.ts";
import { tenantEndpoint } from "./endpoint.ts";
import { country, isWithin, NOT_WITHIN, region } from "./policy.ts";
import { methodAttempts, report, startConfig } from "./verification-report.ts";

const MAX_METADATA_KEYS = 50;
const MAX_METADATA_BYTES = 8 * 1024;

// RFC 8259 §6: beyond 2^53 - 1 an integer is no longer the one that was sent.
const isKept = (value: unknown): boolean => !Number.isInteger(value) || Number.isSafeInteger(value);

const metadataValue = z
  .union([text(500), z.number(), z.boolean(), z.null()], {
    error: "expected a text of at most 500 characters, a number, a boolean or null",
  })
  .refine(isKept, "an integer beyond 9007199254740991 cannot be kept exactly: send it as a text");

export const metadataKey = text(40).min(1);

/** The tenant's own identifiers, repeated in webhooks; not personal data. */
export const metadata = z
  .record(metadataKey, metadataValue, {
    error: (issue) =>
      issue.code === "invalid_key" ? "expected keys of 1 to 40 characters" : "expected an object",
  })
  .refine((value) => Object.keys(value).length <= MAX_METADATA_KEYS, {
    message: `expected at most ${MAX_METADATA_KEYS} keys`,
  })
  .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= MAX_METADATA_BYTES, {
    message: `expected at most ${MAX_METADATA_BYTES} bytes of JSON in all`,
  })
  .describe("At most 50 keys of 1 to 40 characters, 8 KiB in all; repeated in every webhook");

// The URL parser accepts white space, control characters, backslashes and missing slashes; other parsers of
// such a text see a different address.
const PLAIN_URL = /^https?:\/\/[^/\s\\\p{Cc}\p{Cf}][^\s\\\p{Cc}\p{Cf}]*$/iu;

/** Whether http is refused depends on the mode, so the services decide it, not this schema. */
const returnAddress = z
  .string()
  .max(2000)
  .refine((text) => PLAIN_URL.test(text) && URL.canParse(text), { message: "expected an absolute https URL" })
  .refine((text) => !hasUserInfo(text), {
    message: "expected a URL without a user name or password",
  });

const callbackUrl = returnAddress.describe(
  "Where the browser returns, with verificationId, status and, after an approval, token in the query; `code` in place of the token where the tenant chose so (`POST /tokens/exchange`). https only; http for localhost and with test keys",
);

const cancelUrl = returnAddress.describe(
  "Where the browser returns instead, with verificationId and status, when there is no decision: the person cancelled, or the verification failed or expired. Same rules as `callback_url`, which takes its place where it is absent",
);

const canonicalLocale = (text: string): string | null => {
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null;
  } catch {
    return null;
  }
};

/** RFC 5646 (BCP 47). */
const locale = z
  .string()
  .max(35)
  .refine((text) => canonicalLocale(text) !== null, {
    message: "expected a BCP 47 language tag, for example de-CH",
  });

export const methodList = methodsOf(text(40).min(1)).describe(
  "A subset of the tenant's methods, in the order to offer them",
);

const documentType = z
  .string()
  .regex(/^[a-z0-9_]{1,40}$/, "expected 1 to 40 of a-z, 0-9 and _, for example driving_licence")
  .describe("For example `passport`, `driving_licence`");

const thresholds = z
  .array(whole(THRESHOLDS))
  .min(1)
  .max(THRESHOLDS.most)
  .refine((years) => years.every((each, index) => index === 0 || each > (years[index - 1] ?? each)), {
    message: "expected ascending thresholds, each once",
  })
  .describe(
    "Ages in years that the result answers one by one, ascending. The minimum age must be one of them, and alone decides",
  )
  .meta({ examples: [[13, 16, 18]] });

export const startReference = text(100)
  .min(1)
  .refine((given) => !/\p{Cc}/u.test(given), { message: "expected a text without control characters" });

export const start = tenantEndpoint("POST", "/verify/start", {
  id: "verify.start",
  scope: "verifications:write",
  summary: "Start a verification",
  description:
    "Creates a verification and the address to send the end user to. All fields are optional; no body counts as `{}`. Counts towards the monthly quota. Where the tenant has a method policy, its rule for the place applies to this verification to its end, whatever is published later: its minimum age, or a higher one, and its methods in its order.",
  body: z
    .strictObject({
      metadata: metadata.optional(),
      callback_url: callbackUrl.optional(),
      cancel_url: cancelUrl.optional(),
      notification_url: text(2000)
        .min(1)
        .optional()
        .describe(
          "Where the events of this verification go instead of to the address of your webhook endpoint at the same origin, signed with that endpoint's secret; other endpoints receive theirs as ever. https, and the origin of an enabled endpoint for the key's mode",
        ),
      reference: startReference
        .optional()
        .describe(
          "Your own order or session number, repeated in status, list and webhooks; no personal data, please. Where your settings say that references are unique, one that you have given before is refused",
        ),
      userAgent: text(1000).optional().describe("Checked, but not stored"),
      ip: z
        .union([z.ipv4(), z.ipv6()], { error: "expected an IPv4 or IPv6 address" })
        .optional()
        .describe("Stored only as a keyed hash"),
      minimumAge: whole(MINIMUM_AGE).optional().describe("Whole years; the tenant's default (18) if absent"),
      thresholds: thresholds.optional(),
      disclosure: disclosure.optional().describe("What the result tells; the tenant's default if absent"),
      methods: methodList.optional(),
      locale: locale
        .optional()
        .describe(
          `The hosted page's language: ${LANGUAGES.join(", ")}; for any other, and if absent, the browser's`,
        ),
      expiresInSeconds: whole(EXPIRY_SECONDS)
        .optional()
        .describe("How long the end user has; 1,800 if absent"),
      country: country
        .optional()
        .describe(
          "Where the end user is, ISO 3166-1 alpha-2: chooses the policy's rule; without a policy it has no effect. Not stored itself",
        ),
      region: region
        .optional()
        .describe(
          "ISO 3166-2, for example `US-NY`. It implies the country; `country`, if given too, must be the same. Not stored itself",
        ),
      policyId: text(200)
        .min(1)
        .optional()
        .describe("`pol_…`: another version of the tenant's method policy than the current one"),
      listenerId: text(200)
        .min(1)
        .optional()
        .describe(
          "With a test key: only this listener (`POST /listeners`) gets the events, and no webhook endpoint does",
        ),
      subjectRef: text(200)
        .min(1)
        .optional()
        .describe(
          "Your own opaque reference to the person, always the same. In live mode and with a policy: at most 3 verifications, and 3 tries of each method whatever the policy allows, in 24 hours. Kept for a day as a keyed hash; no personal data, please",
        ),
    })
    .refine(isWithin, NOT_WITHIN),
  response: z.object({
    verificationId,
    status: verificationStatus,
    sessionUrl: z.url().optional().describe("Where to send the end user"),
    redirectUrl: z.url().describe("The same address; always present"),
    config: startConfig,
  }),
  errors: ["QUOTA_EXCEEDED", "HARD_LIMIT_EXCEEDED", "SUBJECT_LIMIT_REACHED", "REFERENCE_TAKEN"],
});

export const complete = tenantEndpoint("POST", "/verify/complete", {
  id: "verify.complete",
  scope: "verifications:write",
  summary: "Complete with your own evidence; approval issues a token",
  description:
    "Send `dateOfBirth` or `verifiedAge`, or a `result`, or an age with a `result` that agrees with it. With an age, the service decides. A date of birth is not stored.",
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
      message: "expected either dateOfBirth or verifiedAge, not both",
    })
    .refine(
      (body) => body.dateOfBirth !== undefined || body.verifiedAge !== undefined || body.result !== undefined,
      { path: ["result"], message: "expected one of dateOfBirth, verifiedAge or result" },
    ),
  response: z.object({
    verificationId,
    status: verificationStatus,
    confidence: confidence.optional(),
    result,
    token: z.string().optional().describe("JWT; only if approved"),
  }),
  errors: ["VERIFICATION_NOT_FOUND", "VERIFICATION_ALREADY_COMPLETED"],
});

export const submit = tenantEndpoint("POST", "/verify/submit", {
  id: "verify.submit",
  scope: "verifications:write",
  summary: "Record a result that you reached elsewhere; no token",
  description: "Completes the verification with the given result and sends the same event as complete.",
  body: z.strictObject({
    verificationId,
    result: outcome,
    verifiedAge: age.optional(),
    confidence: confidence.optional(),
    documentType: documentType.optional(),
    reason: text(200).min(1).optional().describe("Your own short code; no personal data"),
  }),
  response: z.object({
    verificationId,
    status: verificationStatus,
    completedAt: timestamp,
    result,
  }),
  errors: ["VERIFICATION_NOT_FOUND", "VERIFICATION_ALREADY_COMPLETED"],
});

const EXPANSIONS = ["config", "metadata", "attempts"] as const;

export const status = tenantEndpoint("GET", "/verify/status", {
  id: "verify.status",
  scope: "verifications:read",
  summary: "Status of a verification",
  description:
    "`result` is present once the status is `completed`, `error` once it is `failed`. `expand` adds details; an erased verification has none.",
  query: z.strictObject({
    verificationId,
    expand: z
      .string()
      .max(100)
      .transform((names) => names.split(","))
      .pipe(
        z
          .array(z.enum(EXPANSIONS))
          .refine((names) => new Set(names).size === names.length, { message: "expected each name once" }),
      )
      .optional()
      .describe("One or more of `config`, `metadata` and `attempts`, separated by commas"),
  }),
  response: report.extend({
    config: startConfig.optional().describe("With `expand=config`: as /verify/start answered"),
    metadata: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("With `expand=metadata`: as sent to /verify/start; empty where there is none, or no longer"),
    attempts: z.array(methodAttempts).optional().describe("With `expand=attempts`: by method"),
  }),
  errors: ["VERIFICATION_NOT_FOUND"],
});

export type StartBody = z.output<typeof start.body>;
export type SubmitBody = z.output<typeof submit.body>;
