import { z } from "zod";
import { type ErrorCode, type Issue, invalidParameter, ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import { problemOfName } from "#core/text.ts";

// Answers never repeat these fields' values, which are personal data and credentials.
const UNREPEATABLE = new Set(["dateOfBirth", "ip", "metadata", "ownerEmail", "token", "userAgent"]);

const LONGEST_REPEATED = 60;

const described = (input: unknown): string | null => {
  if (typeof input === "number" || typeof input === "boolean") return String(input);
  if (Array.isArray(input)) return `${input.length} items`;
  if (typeof input !== "string") return null;
  // Invisible characters cannot be shown, and bidirectional controls would reorder our text.
  if (problemOfName(input) !== null) return null;
  return input.length > LONGEST_REPEATED ? `a text of ${input.length} characters` : JSON.stringify(input);
};

/** ", got …" unless the message already says it or the value must not be repeated. */
const gotOf = (issue: z.core.$ZodIssue): string => {
  const [field] = issue.path;
  if (issue.code === "invalid_type" || (typeof field === "string" && UNREPEATABLE.has(field))) return "";
  const got = described(issue.input);
  return got === null ? "" : `, got ${got}`;
};

const bare = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
    ? bare(schema.unwrap())
    : schema;

/** The field of an input that takes this name inside, where it does not take it itself; null: none does. */
const homeOf = (schema: z.ZodType, name: string): string | null => {
  if (!(schema instanceof z.ZodObject)) return null;
  const home = Object.entries(schema.shape).find(([, field]) => {
    const inner = bare(field);
    return inner instanceof z.ZodObject && Object.hasOwn(inner.shape, name);
  });
  return home?.[0] ?? null;
};

const unknownField = (home: string | null): string =>
  home === null ? "there is no such field" : `there is no such field here: it belongs in ${home}`;

/**
 * Every fault with its path. An unknown field is named: a misspelt minimumAge must not pass silently.
 * @param schema what the input was compared with: then a field one level too high learns where it belongs
 */
export const issuesOf = (error: z.ZodError, schema?: z.ZodType): Issue[] =>
  error.issues.flatMap((issue) => {
    const path = issue.path.join(".");
    if (issue.code !== "unrecognized_keys") return [{ path, message: issue.message + gotOf(issue) }];
    return issue.keys.map((key) => ({
      path: (path === "" ? key : `${path}.${key}`).slice(0, 200),
      message: unknownField(schema && path === "" ? homeOf(schema, key) : null),
    }));
  });

/**
 * Checks one part of a request against its contract.
 * @throws `code`, with every issue and its path
 */
export const parseInput = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  code: Extract<ErrorCode, "INVALID_REQUEST_BODY" | "INVALID_PARAMETERS">,
): z.output<Schema> => {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issues = issuesOf(parsed.error, schema).slice(0, 50);
  const [first] = issues;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  throw new ServiceError(code, first?.path ? `${first.path}: ${first.message}${more}` : first?.message, {
    issues,
  });
};

/**
 * The query's values by name.
 * @throws INVALID_PARAMETERS for a repeated name or a text that cannot be stored
 */
export const queryOf = (url: URL): Record<string, string> => {
  const query: Record<string, string> = {};
  for (const [name, value] of url.searchParams) {
    const problem = Object.hasOwn(query, name)
      ? "given twice"
      : value.includes("\u0000") || name === "__proto__"
        ? "not a valid parameter"
        : null;
    if (problem !== null) throw invalidParameter(name.slice(0, 200), problem);
    query[name] = value;
  }
  return query;
};

/** The verification that an input or an answer names. Anything else in its place could be a key or a name. */
export const verificationIdIn = (value: unknown): string | null =>
  typeof value === "object" &&
  value !== null &&
  "verificationId" in value &&
  typeof value.verificationId === "string" &&
  isId("verification", value.verificationId)
    ? value.verificationId
    : null;
