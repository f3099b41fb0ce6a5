/** A value as JSON carries it: dates become ISO 8601 texts, fields without a value disappear. */
export const wireValue = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
