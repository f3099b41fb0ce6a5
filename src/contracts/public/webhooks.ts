import { z } from "zod";
import { END_REASONS } from "#core/alerts/rule.ts";
import { type AccountEventName, ALL_EVENT_NAMES, type AnyEventName } from "#core/event.ts";
import { ageOver, confidence, timestamp } from "./common.ts";

const common = {
  request_id: z.string().describe("The request that started the verification; deduplicate by this and event"),
  timestamp,
  metadata: z.record(z.string(), z.unknown()).describe("As sent to /verify/start"),
  reference: z.string().optional().describe("As sent to /verify/start; absent where none was sent"),
};

/** Webhook bodies by event. */
export const webhookPayloads = {
  "verification.completed": z
    .object({
      event: z.literal("verification.completed"),
      ...common,
      verification: z.object({
        status: z.enum(["verified", "rejected"]),
        verified_age: z.number().int().optional(),
        age_over: ageOver.optional(),
        confidence_score: confidence.optional(),
        document_type: z.string().optional(),
        processing_time_ms: z.number().int(),
      }),
    })
    .meta({ id: "VerificationCompletedEvent" }),
  "verification.failed": z
    .object({
      event: z.literal("verification.failed"),
      ...common,
      error: z.object({
        code: z.string().meta({
          description: "The last problem; CANCELLED_BY_USER if the person cancelled, CANCELLED if you did.",
          examples: ["DOCUMENT_QUALITY_LOW", "CANCELLED_BY_USER"],
        }),
        message: z.string(),
      }),
    })
    .meta({ id: "VerificationFailedEvent" }),
  "verification.expired": z
    .object({ event: z.literal("verification.expired"), ...common, expired_at: timestamp })
    .meta({ id: "VerificationExpiredEvent" }),
  "verification.appealed": z
    .object({
      event: z.literal("verification.appealed"),
      ...common,
      appeal: z.object({
        verification_id: z
          .string()
          .describe("The verification that decides the appeal; its own events follow"),
      }),
    })
    .meta({
      id: "VerificationAppealedEvent",
      description: "About the rejected verification; only to endpoints that name this event",
    }),
  "verification.redacted": z
    .object({
      event: z.literal("verification.redacted"),
      ...common,
      redacted_at: timestamp.describe("From then on nothing about it is kept but that it took place"),
    })
    .meta({
      id: "VerificationRedactedEvent",
      description: "The verification was erased; `metadata` is empty. Only to endpoints that name this event",
    }),
} as const;

const accountCommon = {
  request_id: z.string().describe("New for each event; deduplicate by this and event"),
  timestamp,
  metadata: z.record(z.string(), z.unknown()).describe("Always empty"),
};

const alert = {
  id: z.string().describe("`alr_…`: the same in `alert.raised` and its `alert.resolved`"),
  rule: z.string().describe("Which rule, such as `endpoint_failing`; new ones can be added"),
  subject: z.string().describe("What it is about: an id such as `whe_…`, or a word such as `live`"),
  title: z.string().describe("One line for people; the wording can change"),
  url: z.string().describe("Where a member sees it in the console"),
  raised_at: timestamp,
};

const endpoint = {
  id: z.string().describe("`whe_…`: the endpoint that it is about, which never gets this event"),
  tenant_id: z.string().describe("`ten_…`: whose endpoint it is"),
  url: z.string(),
};

/** Bodies of events about the tenant itself. Only endpoints that name such an event get it. */
export const accountPayloads = {
  "alert.raised": z
    .object({ event: z.literal("alert.raised"), ...accountCommon, alert: z.object(alert) })
    .meta({
      id: "AlertRaisedEvent",
      description: "Something about your tenant needs you. Only to endpoints that name this event",
    }),
  "alert.resolved": z
    .object({
      event: z.literal("alert.resolved"),
      ...accountCommon,
      alert: z.object({
        ...alert,
        resolved_at: timestamp,
        reason: z
          .enum(END_REASONS)
          .optional()
          .describe(
            "Why it is over. `recovered`: what was wrong is right; `worse`: another alert, about something worse, took its place; `gone`: what it was about is not there or not used any more; `ran_out`: its time was over, as when a key has expired; `rule_off`: a member turned the rule off; `closed`: the tenant was closed. New ones can be added",
          ),
      }),
    })
    .meta({
      id: "AlertResolvedEvent",
      description: "An alert is over. Only to endpoints that name this event",
    }),
  "endpoint.failing": z
    .object({
      event: z.literal("endpoint.failing"),
      ...accountCommon,
      endpoint: z.object({ ...endpoint, failing_since: timestamp }),
    })
    .meta({
      id: "EndpointFailingEvent",
      description:
        "Another endpoint has accepted nothing for 15 minutes. Only to endpoints that name this event",
    }),
  "endpoint.disabled": z
    .object({
      event: z.literal("endpoint.disabled"),
      ...accountCommon,
      endpoint: z.object({
        ...endpoint,
        reason: z
          .enum(["gone", "failing"])
          .describe("`gone`: it answered 410; `failing`: nothing has succeeded for five days"),
      }),
    })
    .meta({
      id: "EndpointDisabledEvent",
      description: "The service turned another endpoint off. Only to endpoints that name this event",
    }),
  "endpoint.recovered": z
    .object({ event: z.literal("endpoint.recovered"), ...accountCommon, endpoint: z.object(endpoint) })
    .meta({
      id: "EndpointRecoveredEvent",
      description:
        "Another endpoint accepts events again, or a member turned it on again. Only to endpoints that name this event",
    }),
  "delivery.exhausted": z
    .object({
      event: z.literal("delivery.exhausted"),
      ...accountCommon,
      endpoint: z.object(endpoint),
      delivery: z.object({
        id: z.string().describe("The delivery's id in the console, where it can be sent again"),
        event: z.string().describe("The event that did not arrive, such as `verification.completed`"),
        event_id: z.string().describe("`evt_…`: its `X-Event-Id`"),
        verification_id: z.string().optional().describe("`ver_…`: what it was about"),
        attempts: z.number().int(),
        last_status: z
          .number()
          .int()
          .optional()
          .describe("The last response's HTTP status, if there was one"),
        last_code: z.string().optional().describe("Why the last attempt failed, such as `TIMEOUT`"),
      }),
    })
    .meta({
      id: "DeliveryExhaustedEvent",
      description: "The last attempt for another endpoint failed. Only to endpoints that name this event",
    }),
} as const satisfies Record<AccountEventName, z.ZodType>;

/**
 * The JSON Schema (2020-12) of each event's body, complete in itself, in the order of the catalogue. openapi.json has the
 * same in its `webhooks`.
 */
export const EVENT_SCHEMAS: readonly { event: AnyEventName; schema: object }[] = ALL_EVENT_NAMES.map(
  (event) => ({
    event,
    schema: z.toJSONSchema({ ...webhookPayloads, ...accountPayloads }[event], { io: "output" }),
  }),
);
