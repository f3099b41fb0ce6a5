import { z } from "zod";
import { EVENT_NAMES } from "#core/event.ts";
import { mode, verificationId } from "../common.ts";
import { cursor, id, pageSize } from "./common.ts";

const event = z.enum(EVENT_NAMES);
const url = z.string().trim().min(1).max(2_100);
const description = z.string().trim().max(200);
/** Empty means all. */
const events = z.array(event).max(EVENT_NAMES.length);
const modes = z.array(mode).min(1).max(2);

export const createEndpoint = z.strictObject({
  url,
  description: description.optional(),
  events: events.optional(),
  modes: modes.optional(),
});

export const updateEndpoint = createEndpoint.partial().extend({ endpointId: id });

export const oneEndpoint = z.strictObject({ endpointId: id });

export const rollSecret = z.strictObject({
  endpointId: id,
  /** The one before signs on beside the new one for 24 hours. */
  keepPrevious: z.boolean(),
});

export const sendSample = z.strictObject({ endpointId: id, event });

export const listDeliveries = z.strictObject({
  endpointId: id.optional(),
  status: z.enum(["pending", "delivered", "failed", "cancelled"]).optional(),
  event: event.optional(),
  verificationId: verificationId.optional(),
  limit: pageSize,
  cursor: cursor.optional(),
});

export const oneDelivery = z.strictObject({ deliveryId: id });
