import { usageError } from "./arguments.ts";
import type { Command } from "./command.ts";
import { parseJson } from "./request.ts";

/** JSON where it is JSON, so that 16 is a number and true a boolean; anything else is the text itself. */
const jsonOrText = (text: string): unknown => {
  const value = parseJson(text);
  return value === undefined ? text : value;
};

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The body of /verify/start that `--set` describes: `minimumAge=16`, `metadata.order=A-1`, `methods=["document"]`. A
 * later one of a name wins. Names that the service does not know are for the service to refuse, by name.
 * @param family a first word that may stand before every name
 * @throws CliError (2) for an argument without a name and a value, or that sets a field both whole and in part
 */
export function startBodyOf(
  command: Pick<Command, "usage">,
  assignments: readonly string[],
  family?: string,
): Fields {
  const fields = new Map<string, unknown>();
  for (const assignment of assignments) {
    const equals = assignment.indexOf("=");
    if (equals < 1) throw usageError(command, `"${assignment}" sets nothing. Write it as minimumAge=16.`);
    const written = assignment.slice(0, equals);
    const name =
      family !== undefined && written.startsWith(`${family}.`) ? written.slice(family.length + 1) : written;
    const value = jsonOrText(assignment.slice(equals + 1));
    // A key of the metadata can hold dots itself.
    const dot = name.indexOf(".");
    if (dot === -1) {
      fields.set(name, value);
      continue;
    }
    const [field, key] = [name.slice(0, dot), name.slice(dot + 1)];
    const before = fields.get(field) ?? Object.create(null);
    if (field === "" || key === "" || !isFields(before))
      throw usageError(command, `"${assignment}" sets a part of something that has no parts.`);
    Object.defineProperty(before, key, { value, enumerable: true, configurable: true, writable: true });
    fields.set(field, before);
  }
  return Object.fromEntries(fields);
}
