import { EVENT_NAMES } from "#core/event.ts";

/** Which events an endpoint is told of. */
export const eventsText = (events: readonly string[]): string =>
  events.length === 0 || events.length === EVENT_NAMES.length
    ? "All events"
    : events.map((event) => event.replace("verification.", "")).join(", ");
