import superjson from "superjson";

const asItIs = (input: unknown): unknown => input;

/**
 * Inputs are plain JSON: superjson's marks can name classes, symbols and places in prototypes, which no caller may
 * choose. Answers are superjson, so a date arrives as a date.
 */
export const TRANSFORMER = { input: { serialize: asItIs, deserialize: asItIs }, output: superjson };

/** How many calls one request can contain: the page sends no more, and the service takes no more. */
export const MAX_BATCH = 20;
