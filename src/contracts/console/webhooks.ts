import { z } from "zod";
import { mode, text, visible } from "#contracts/public/common.ts";
import { ALL_EVENT_NAMES } from "#core/event.ts";
import { days, id, page } from "./common.ts";

const event = z.enum(ALL_EVENT_NAMES);
const url = text(2_100).trim().min(1);
const description = visible(200);
/** Empty or absent: the three usual ones. */
const events = z.array(event).max(ALL_EVENT_NAMES.length);
const modes = z.array(mode).min(1).max(2);

export const createEndpoint = z.strictObject({
  url,
  description: description.optional(),
  events: events.optional(),
  /** Absent: both. */
  modes: modes.optional(),
});

export const updateEndpoint = createEndpoint.partial().extend({
  endpointId: id,
  /** What the given fields were; absent: nothing is compared. */
  seen: createEndpoint.partial().optional(),
});

export const oneEndpoint = z.strictObject({ endpointId: id });

export const rollSecret = z.strictObject({
  endpointId: id,
  /** The previous secret signs alongside the new one for 24 hours. */
  keepPrevious: z.boolean(),
});

export const sendSample = z.strictObject({ endpointId: id, event });

export const listDeliveries = z.strictObject({
  endpointId: id.optional(),
  status: z.enum(["pending", "delivered", "failed", "cancelled"]).optional(),
  event: event.optional(),
  verificationId: id.optional(),
  /** The verification's mode; without it, both. */
  mode: mode.optional(),
  ...days,
  ...page,
});

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

export const resendable = z.strictObject({
  endpointId: id,
  /** Those that failed, those cancelled while the endpoint was off, those that were delivered. */
  statuses: z
    .array(z.enum(["failed", "cancelled", "delivered"]))
    .min(1)
    .max(3),
  /** An instant with its offset; without it, everything stored. */
  since: instant.optional(),
});

export const resendDeliveries = resendable.extend({
  /** From the count that the member confirmed. Repeat the call with it until nothing is left. */
  counted: z.strictObject({ at: instant, lastId: text(40) }),
});

export const oneDelivery = z.strictObject({ deliveryId: id });

export const retryDelivery = oneDelivery.extend({
  /** How many attempts the page shows: a delivery that has had more since is not sent again. */
  attempts: z.int().min(0).max(1_000_000).optional(),
});

export type CreateEndpoint = z.output<typeof createEndpoint>;
export type UpdateEndpoint = z.output<typeof updateEndpoint>;
