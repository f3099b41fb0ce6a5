import { z } from "zod";
import { ALL_EVENT_NAMES, type AnyEventName } from "#core/event.ts";
import { accountPayloads, webhookPayloads } from "./webhooks.ts";

/** The JSON Schema (2020-12) of an event's body, complete in itself. openapi.json has the same in its `webhooks`. */
const eventSchema = (name: AnyEventName): object =>
  z.toJSONSchema({ ...webhookPayloads, ...accountPayloads }[name], { io: "output" });

/** All of them, in the order of the catalogue. */
export const EVENT_SCHEMAS: readonly { event: AnyEventName; schema: object }[] = ALL_EVENT_NAMES.map(
  (event) => ({ event, schema: eventSchema(event) }),
);
