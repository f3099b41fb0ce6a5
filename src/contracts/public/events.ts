import { z } from "zod";
import { EVENT_NAMES } from "#core/event.ts";
import { mode, pageSize, timestamp, verificationId } from "./common.ts";
import { tenantEndpoint } from "./endpoint.ts";
import { webhookPayloads } from "./webhooks.ts";

// As it was frozen, whichever release wrote it: the document describes it, nothing is taken away or put in another order.
const payload = z
  .looseObject({ event: z.enum(EVENT_NAMES), request_id: z.string(), timestamp })
  .describe("The webhook's body")
  .meta({
    anyOf: Object.values(webhookPayloads).map((schema) => ({
      $ref: `#/components/schemas/${schema.meta()?.id}`,
    })),
  });

export const listEvents = tenantEndpoint("GET", "/verify/events", {
  id: "verify.events",
  scope: "verifications:read",
  summary: "List events",
  description:
    "What webhooks say, oldest first, whether or not there is an endpoint: a verification's events, or all after a cursor. Keep `nextCursor` and send it as `after` next time: no event is skipped, and none comes twice. Events of erased verifications and those older than the retention period for metadata are not there any more.",
  query: z
    .strictObject({
      verificationId: verificationId.optional(),
      after: z
        .string()
        .regex(/^\d{1,15}$/, "expected the nextCursor of the previous answer")
        .optional()
        .describe("`nextCursor` of the previous answer; absent: from the oldest event"),
      limit: pageSize(100),
      mode: mode.optional().describe("The key's own if absent; a test key reads `test` only"),
    })
    .refine(({ verificationId: id, after }) => id === undefined || after === undefined, {
      path: ["after"],
      message: "expected either verificationId or after, not both",
    }),
  response: z.object({
    events: z.array(
      z.object({
        eventId: z.string().describe("`evt_…`: the webhook's `X-Event-Id`"),
        mode,
        verificationId,
        payload,
      }),
    ),
    nextCursor: z
      .string()
      .nullable()
      .describe("For `after`, also on the last page; null with a verificationId"),
    hasMore: z.boolean(),
  }),
  errors: ["VERIFICATION_NOT_FOUND"],
});

export type ListEventsQuery = z.output<typeof listEvents.query>;
