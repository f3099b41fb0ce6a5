import { Types } from "scimmy";
import type { Wanted } from "#services/members/directory-list.ts";
import type { DirectoryEntry } from "#services/members/directory-people.ts";
import { isObject, read, USER_SCHEMA, userResource } from "./user.ts";

// What a filter asks for (RFC 7644 §3.4.2.2). Scimmy reads it, but never what people write between quotes: its pattern for
// that tries every way to read a backslash, and 40 of them hold the process for hours.

type Clause = Record<string, unknown>;

const MAX_FILTER = 1_000;
const MAX_CONNECTIVES = 3;

const refused = (why: string): Error => new Types.Error(400, "invalidFilter", `filter: ${why}`);

const LITERAL = /"(?:[^"\\]|\\.)*"/gs;
// Of the private use area: outside quotation marks, Scimmy refuses them.
const FIRST_MARK = 0xe000;

const textOfLiteral = (literal: string): string => {
  try {
    return String(JSON.parse(literal));
  } catch {
    throw refused("a text is no JSON string");
  }
};

const CORE = `${USER_SCHEMA.id}:`.replaceAll(".", "\\.");
const CORE_PREFIX = new RegExp(CORE, "gi");

/** The filter with a mark for each text, and the texts. */
const withoutTexts = (filter: string): { plain: string; texts: string[] } => {
  if (filter.length > MAX_FILTER) throw refused(`expected at most ${MAX_FILTER} characters`);
  const texts: string[] = [];
  const plain = filter
    .replace(LITERAL, (literal) => {
      texts.push(textOfLiteral(literal));
      return `"${String.fromCharCode(FIRST_MARK + texts.length - 1)}"`;
    })
    // RFC 7644 §3.10: the core schema's own attributes need no prefix.
    .replace(CORE_PREFIX, "");
  if (/["\\]/.test(plain.replace(/"[\ue000-\uf8ff]"/g, ""))) throw refused("a text does not end");
  // Scimmy multiplies conditions out, and tests each person against each: 500 of them would hold the process for seconds.
  const connectives = plain.match(/\b(?:and|or)\b/gi)?.length ?? 0;
  if (connectives > MAX_CONNECTIVES) throw refused(`expected at most ${MAX_CONNECTIVES + 1} conditions`);
  return { plain, texts };
};

const withTexts = (part: unknown, texts: readonly string[]): unknown => {
  if (typeof part === "string") return texts[part.charCodeAt(0) - FIRST_MARK] ?? part;
  if (Array.isArray(part)) return part.map((each) => withTexts(each, texts));
  if (!isObject(part)) return part;
  return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, withTexts(each, texts)]));
};

const lowered = (value: unknown): unknown => {
  if (typeof value === "string") return value.toLowerCase();
  if (Array.isArray(value)) return value.map(lowered);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, lowered(part)]));
};

// RFC 7643 §4.1.1, §4.1.2: a user name and an address have no case.
const WITHOUT_CASE: ReadonlySet<string> = new Set(["userName", "emails"]);

const NAMES: ReadonlyMap<string, string> = new Map(
  ["id", "userName", "externalId", "emails"].map((name) => [name.toLowerCase(), name]),
);

const spelt = (clause: Clause): Clause =>
  Object.fromEntries(
    Object.entries(clause).map(([given, test]) => {
      const name = NAMES.get(given.toLowerCase()) ?? given;
      return [name, WITHOUT_CASE.has(name) ? lowered(test) : test];
    }),
  );

/** The text that a condition wants exactly; undefined: it wants something else. */
const exact = (test: unknown): string | undefined => {
  const [operator, value, ...more] = Array.isArray(test) ? test : [];
  const isEqual = String(operator).toLowerCase() === "eq" && more.length === 0;
  return isEqual && typeof value === "string" ? value : undefined;
};

/** What all people have in common whom the filter can match, for the indexes. */
const wantedBy = (clauses: readonly Clause[]): Wanted => {
  const [only, ...others] = clauses;
  if (only === undefined || others.length > 0) return {};
  const { id, userName, externalId, emails } = only;
  const found = {
    id: exact(id),
    userName: exact(userName),
    externalId: exact(externalId),
    email: exact(isObject(emails) ? emails.value : undefined),
  };
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text !== undefined));
};

/** Scimmy fails where a filter looks into what a user does not have. */
const candidate = (entry: DirectoryEntry, complex: readonly string[]): Clause => ({
  ...Object.fromEntries(complex.map((name) => [name, []])),
  ...userResource(entry, ""),
  userName: entry.userName.toLowerCase(),
});

/** Reads a filter. @throws Types.Error: it is none, or too long */
export const filterOf = (text: string) => {
  const { plain, texts } = withoutTexts(text);
  const clauses = read(() => [...new Types.Filter(plain)], "invalidFilter")
    .map((clause: unknown) => withTexts(clause, texts))
    .filter(isObject)
    .map(spelt);
  const complex = clauses.flatMap((clause) => Object.keys(clause).filter((name) => isObject(clause[name])));
  return {
    /** For the indexes. */
    wanted: wantedBy(clauses),
    matches: (entries: readonly DirectoryEntry[]): DirectoryEntry[] => {
      const candidates = entries.map((entry) => candidate(entry, complex));
      const ids = new Set(
        read(() => new Types.Filter(clauses).match(candidates), "invalidFilter").map(
          ({ id }: { id: string }) => id,
        ),
      );
      return entries.filter(({ id }) => ids.has(id));
    },
  };
};
