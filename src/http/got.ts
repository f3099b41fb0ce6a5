import type { z } from "zod";
import { problemOfName } from "#core/text.ts";

// What these hold is nobody's to repeat: personal data and credentials stay out of answers.
const UNREPEATABLE = new Set(["dateOfBirth", "ip", "metadata", "ownerEmail", "token", "userAgent"]);

const LONGEST_REPEATED = 60;

const described = (input: unknown): string | null => {
  if (typeof input === "number" || typeof input === "boolean") return String(input);
  if (Array.isArray(input)) return `${input.length} items`;
  if (typeof input !== "string") return null;
  // What cannot be seen cannot be shown, and what turns text around would turn ours.
  if (problemOfName(input) !== null) return null;
  return input.length > LONGEST_REPEATED ? `a text of ${input.length} characters` : JSON.stringify(input);
};

/** ", got …" for an issue whose message does not say it yet; nothing where the value must not be repeated. */
export const gotOf = (issue: z.core.$ZodIssue): string => {
  const [field] = issue.path;
  if (issue.code === "invalid_type" || (typeof field === "string" && UNREPEATABLE.has(field))) return "";
  const got = described(issue.input);
  return got === null ? "" : `, got ${got}`;
};
