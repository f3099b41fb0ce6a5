import { z } from "zod";
import { logTime } from "./admin.ts";
import { mode, outcome, pageSize, reference, text, verificationStatus } from "./common.ts";
import { tenantEndpoint } from "./endpoint.ts";
import { report } from "./verification-report.ts";
import { metadataKey, startReference } from "./verify.ts";

export const listVerifications = tenantEndpoint("GET", "/verify/list", {
  id: "verify.list",
  scope: "verifications:read",
  summary: "List verifications",
  description:
    "Newest first; filters apply together. A live key lists live verifications, or with `mode=test` those of test keys; a test key lists test verifications only. Pages stay in place while verifications start: continue with `nextCursor` until it is null.",
  query: z
    .strictObject({
      status: verificationStatus.optional().describe("An overdue verification counts as `expired`"),
      outcome: outcome.optional().describe("Only completed ones have an outcome"),
      method: text(40)
        .min(1)
        .optional()
        .describe("The method that decided or ended it, for example `document`"),
      mode: mode.optional().describe("The key's own if absent; a test key reads `test` only"),
      reference: startReference.optional().describe("Exactly as sent to /verify/start"),
      metadataKey: metadataKey.optional().describe("Together with `metadataValue`"),
      metadataValue: text(500)
        .min(1)
        .optional()
        .describe("The whole value under `metadataKey`, exactly; a number or a boolean as JSON writes it"),
      from: logTime.optional().describe("Started at this time or later"),
      to: logTime.optional().describe("Started at this time or earlier"),
      limit: pageSize(100),
      cursor: reference.optional().describe("`nextCursor` of the previous page"),
    })
    .refine((query) => query.metadataValue === undefined || query.metadataKey !== undefined, {
      path: ["metadataKey"],
      message: "expected the key beside metadataValue",
    })
    .refine((query) => query.metadataKey === undefined || query.metadataValue !== undefined, {
      path: ["metadataValue"],
      message: "expected the value beside metadataKey",
    }),
  response: z.object({
    verifications: z.array(
      report.extend({
        mode,
        method: z.string().nullable().describe("The method that decided or ended it; null: none has"),
      }),
    ),
    nextCursor: z.string().nullable().describe("null: this is the last page"),
  }),
});

export type ListVerificationsQuery = z.output<typeof listVerifications.query>;
