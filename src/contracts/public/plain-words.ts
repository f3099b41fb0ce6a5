import { z } from "zod";
import { counted } from "#core/text.ts";

type Problem = Parameters<NonNullable<ReturnType<typeof z.config>["customError"]>>[0];

type TooSmall = Extract<Problem, { code: "too_small" }>;
type TooBig = Extract<Problem, { code: "too_big" }>;

const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "a list",
  null: "null",
  date: "a date",
  nan: "a number",
};
const FORMATS: Readonly<Record<string, string>> = {
  email: "an e-mail address such as kim@example.com",
  url: "an absolute URL",
  base64: "Base64",
  date: "a day such as 2026-11-21",
  datetime: "a time such as 2026-11-21T12:00:00Z",
  ipv4: "an IPv4 address",
  ipv6: "an IPv6 address",
};

const kindOf = (value: unknown): string => {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
};

const UNITS: Readonly<Record<string, string>> = {
  string: "character",
  array: "item",
  set: "item",
  map: "entry",
  file: "byte",
};

const tooSmall = ({ origin, minimum, inclusive }: TooSmall): string => {
  const unit = UNITS[origin];
  if (unit === undefined)
    return `expected ${inclusive === false ? `more than ${minimum}` : `${minimum} or more`}`;
  return minimum === 1 ? "must not be empty" : `expected at least ${counted(minimum, unit)}`;
};

const tooBig = ({ origin, maximum, inclusive }: TooBig): string => {
  const unit = UNITS[origin];
  if (unit === undefined)
    return `expected ${inclusive === false ? `less than ${maximum}` : `${maximum} or less`}`;
  return `expected at most ${counted(maximum, unit)}`;
};

const listed = (values: readonly unknown[]): string => {
  const shown = values.map((value) => (typeof value === "string" ? `"${value}"` : String(value)));
  return [shown.slice(0, -1).join(", "), ...shown.slice(-1)].filter(Boolean).join(" or ");
};

/** What is wrong with a value, in the interface's words; a contract's own message takes precedence. */
export const plainWords = (problem: Problem): string => {
  switch (problem.code) {
    case "invalid_type":
      if (problem.input === undefined) return "is missing";
      return `expected ${KINDS[problem.expected] ?? problem.expected}, got ${KINDS[kindOf(problem.input)] ?? "something else"}`;
    case "too_small":
      return tooSmall(problem);
    case "too_big":
      return tooBig(problem);
    case "invalid_value":
      return `expected ${listed(problem.values)}`;
    case "invalid_format":
      return `expected ${FORMATS[problem.format] ?? "another form"}`;
    case "not_multiple_of":
      return `expected a multiple of ${problem.divisor}`;
    case "unrecognized_keys":
      return "there is no such field";
    case "invalid_union":
      return "does not match any accepted form";
    case "invalid_key":
      return "has a name that is not accepted";
    default:
      return "is not accepted";
  }
};

// Applies to every contract in every process: zod's own messages use its type names.
z.config({ customError: plainWords });
