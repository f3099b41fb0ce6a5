import { redactText } from "#platform/redact.ts";

const MESSAGE_CHARACTERS = 1_000;
const FIELD_CHARACTERS = 300;
const STACK_LINES = 12;
const CAUSES = 4;

/** An error as a log may show it: where it came from and what kind it is, never what was being stored. */
export type ErrorDescription = {
  name: string;
  message: string;
  code?: string;
  stack?: string[];
  cause?: ErrorDescription;
} & { [field in (typeof SAFE_DRIVER_FIELDS)[number]]?: string };

// What PostgreSQL says about an error without naming a value. `detail`, `where`, `hint` and `internalQuery`
// quote rows and parameters (PostgreSQL docs, "Error and Notice Message Fields"), so they stay out.
const SAFE_DRIVER_FIELDS = ["severity", "schema", "table", "column", "constraint", "routine"] as const;

const textOf = (error: Error, field: string): string | undefined => {
  const value: unknown = Reflect.get(error, field);
  return typeof value === "string" ? value : undefined;
};

/** Messages of these errors repeat the caller's values: a query's arguments, or the text that was no number. */
const quotesValues = (error: Error): boolean => {
  if (/^(PrismaClient|DriverAdapter)/.test(error.name)) return true;
  const sqlState = textOf(error, "severity") === undefined ? undefined : textOf(error, "code");
  return sqlState?.startsWith("22") === true; // SQLSTATE class 22: data exception
};

const framesOf = (error: Error): string[] =>
  (error.stack ?? "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line)) // the lines before repeat the message
    .slice(0, STACK_LINES)
    .map((line) => redactText(line.trim(), FIELD_CHARACTERS));

const describeUpTo = (error: unknown, causesLeft: number): ErrorDescription => {
  // A thrown string or object may hold anything, so only its type is told.
  if (!(error instanceof Error)) return { name: "NotAnError", message: `a ${typeof error} was thrown` };
  const description: ErrorDescription = {
    name: error.name,
    message: quotesValues(error)
      ? "[message withheld: it may quote values]"
      : redactText(error.message, MESSAGE_CHARACTERS),
  };
  const code = textOf(error, "code");
  if (code !== undefined) description.code = redactText(code, FIELD_CHARACTERS);
  for (const field of SAFE_DRIVER_FIELDS) {
    const value = textOf(error, field);
    if (value !== undefined) description[field] = redactText(value, FIELD_CHARACTERS);
  }
  const frames = framesOf(error);
  if (frames.length > 0) description.stack = frames;
  if (error.cause !== undefined && causesLeft > 0)
    description.cause = describeUpTo(error.cause, causesLeft - 1);
  return description;
};

/** Describes whatever was thrown for a log: bounded, without secrets and without a driver's parameter values. */
export const describeError = (error: unknown): ErrorDescription => describeUpTo(error, CAUSES);
