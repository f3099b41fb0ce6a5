import superjson from "superjson";

const asItIs = (input: unknown): unknown => input;

/**
 * Inputs are plain JSON: superjson's marks can name classes, symbols and places in prototypes, which no caller may
 * choose. Answers are superjson, so a date arrives as a date.
 */
export const TRANSFORMER = { input: { serialize: asItIs, deserialize: asItIs }, output: superjson };
