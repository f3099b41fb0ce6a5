export const USAGE_INPUT = { months: 12 };
