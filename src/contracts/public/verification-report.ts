import { z } from "zod";
import { THRESHOLDS } from "#core/age-over.ts";
import {
  confidence,
  disclosure,
  failure,
  mode,
  result,
  timestamp,
  verificationId,
  verificationStatus,
  whole,
} from "./common.ts";

// What is said about a verification, at its start, by its status and in lists.

/** What it asks for. */
export const startConfig = z.object({
  minimumAge: z.number().int(),
  thresholds: z
    .array(whole(THRESHOLDS))
    .optional()
    .describe("Where thresholds were given, or disclosure is `thresholds`"),
  disclosure: disclosure.optional().describe("Present together with `thresholds`"),
  methods: z.array(z.string()),
  locale: z.string().nullable(),
  expiresAt: timestamp,
  mode,
  policy: z
    .object({
      id: z.string().describe("`pol_…`"),
      version: z.number().int().describe("Its number, ascending by tenant"),
      region: z.string().describe("The place of the rule: a region, a country or `default`"),
    })
    .optional()
    .describe("The rule that applies to this verification; absent without a policy"),
});

/** What every status and every entry of a list says. */
export const report = z.object({
  verificationId,
  status: verificationStatus,
  confidence: confidence.optional(),
  createdAt: timestamp,
  completedAt: timestamp.optional(),
  result: result.optional(),
  error: failure.optional(),
  appealOf: verificationId
    .optional()
    .describe("The rejected verification that this one appeals; absent where it is no appeal"),
  appeal: z
    .object({
      verificationId,
      status: verificationStatus,
      overturned: z.boolean().describe("Whether the appeal was approved; the rejection itself stays"),
    })
    .optional()
    .describe("The appeal of this rejection; absent where there is none"),
  redactedAt: timestamp
    .optional()
    .describe("When it was erased: `result`, `error` and all other details are gone since"),
  reference: z.string().optional().describe("As sent to /verify/start; absent where none was sent"),
});

/** How often a method was tried. */
export const methodAttempts = z.object({
  method: z.string().describe("`undisclosed`, for all of them, where the policy hides the method"),
  used: z.number().int(),
  allowed: z.number().int().describe("Without a policy, all methods share this number"),
  lastErrorCode: z.string().optional().describe("Why the last attempt decided nothing"),
});
