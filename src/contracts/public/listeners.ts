import { z } from "zod";
import { EVENT_NAMES } from "#core/event.ts";
import {
  LISTENER_DAYS,
  LISTENER_LEASE_SECONDS,
  MAX_LISTENERS,
  type NoAnswerCode,
} from "#core/webhooks/webhook.ts";
import { mode, storable, text, timestamp, visible, whole } from "./common.ts";
import { tenantEndpoint } from "./endpoint.ts";
import { metadataKey } from "./verify.ts";

const listenerId = storable.describe("`lsn_…`, as returned by POST /listeners");
const deliveryId = text(200).min(1);
const LISTENING = { scope: "events:listen", isForCommandLines: true } as const;
const ITS_OWN_LIMIT = "Calls to /listeners have a separate limit, ten times the tenant's.";

export const openListener = tenantEndpoint("POST", "/listeners", {
  ...LISTENING,
  id: "listeners.open",
  summary: "Listen to events from a command line",
  description: `Opens a listener, a target for events beside the webhook endpoints: it takes them by \`POST /listeners/deliveries\`, so nothing has to be reachable from the internet. A test key's listener gets events of test verifications. A live key gets those of live ones, and needs the right to listen that it was created with. A tenant can have ${MAX_LISTENERS} open ones; then one that was unseen for an hour gives way to a new one. ${ITS_OWN_LIMIT}`,
  body: z.strictObject({
    name: visible(80).min(1).describe("What the console's delivery log calls it"),
    filter: z
      .strictObject({ metadataKey, metadataValue: text(500) })
      .optional()
      .describe("Only events of verifications with this value in their metadata, compared as a text"),
    events: z
      .array(z.enum(EVENT_NAMES))
      .min(1)
      .max(EVENT_NAMES.length)
      .optional()
      .describe("All but `verification.appealed` and `verification.redacted` if absent"),
  }),
  response: z.object({
    listenerId,
    secret: z.string().describe("`whsec_…`: signs its deliveries. Shown in this answer only"),
    mode,
    expiresAt: timestamp.describe(`When it ends, ${LISTENER_DAYS} days from now; each poll moves that on`),
  }),
  errors: ["CONFLICT"],
});

const failure = z.enum(["CONNECTION", "DNS", "TLS", "TIMEOUT"] satisfies NoAnswerCode[]);

const acknowledgement = z
  .strictObject({
    deliveryId,
    attempt: whole({ min: 1, max: 2 ** 31 - 1 }).describe("As it came with the delivery"),
    status: whole({ min: 100, max: 599 }).nullable().describe("HTTP status; null: there was no answer"),
    durationMs: whole({ min: 0, max: 3_600_000 }),
    code: failure.optional().describe("Why there was no answer; required without a status"),
  })
  .refine(({ status, code }) => (status === null) === (code !== undefined), {
    message: "expected either a status or, with status null, a code",
    path: ["code"],
  });

export const takeDeliveries = tenantEndpoint("POST", "/listeners/deliveries", {
  ...LISTENING,
  id: "listeners.deliveries",
  keepsNoAnswer: true,
  summary: "Take events, and acknowledge those before",
  description: `Records the acknowledgements as attempts in the delivery log, then returns what is next, oldest first; waits for it up to \`waitSeconds\`. What it returns is the listener's for ${LISTENER_LEASE_SECONDS} seconds: unacknowledged, it comes again with the next \`attempt\`, so each event arrives at least once. An acknowledgement ends the delivery: a status from 200 to 299 as delivered, anything else as failed, without another try. A repeated acknowledgement does no harm. A later poll of a listener ends an earlier one that still waits. An \`Idempotency-Key\` is ignored. ${ITS_OWN_LIMIT}`,
  body: z.strictObject({
    listenerId,
    acknowledgements: z.array(acknowledgement).max(100).default([]),
    waitSeconds: whole({ min: 0, max: 25 }).default(0),
    limit: whole({ min: 0, max: 100 }).default(20).describe("0: only acknowledge"),
  }),
  response: z.object({
    deliveries: z.array(
      z.object({
        deliveryId,
        eventId: z.string(),
        attempt: z.number().int(),
        headers: z
          .record(z.string(), z.string())
          .describe("As a webhook's, signed with the listener's secret"),
        body: z.string().describe("The exact text that is signed"),
      }),
    ),
    lost: z
      .array(deliveryId)
      .describe(
        "Acknowledgements that were not recorded: the lease was over and the delivery was taken again",
      ),
  }),
  errors: ["NOT_FOUND"],
});

export const closeListener = tenantEndpoint("POST", "/listeners/close", {
  ...LISTENING,
  id: "listeners.close",
  summary: "Stop listening",
  description: `Ends a listener. Deliveries that it has not acknowledged are cancelled. ${ITS_OWN_LIMIT}`,
  body: z.strictObject({ listenerId }),
  response: z.object({ listenerId }),
  errors: ["NOT_FOUND"],
});

export type OpenListenerBody = z.output<typeof openListener.body>;
export type TakeDeliveriesBody = z.output<typeof takeDeliveries.body>;
