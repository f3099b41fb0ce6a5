import { ScimFault } from "#core/access/directory-faults.ts";
import type { Wanted } from "#services/members/directory-list.ts";
import type { DirectoryEntry } from "#services/members/directory-people.ts";
import { type Condition, conditionIn, type Faults, type Test } from "./conditions.ts";
import { matches, type Node } from "./matching.ts";
import { USER } from "./schema.ts";

// Which people a filter asks for, and what of it the indexes can answer.

const MAX_FILTER = 1_000;
const FAULTS: Faults = { unread: "filter", tooMany: "filter_conditions", text: "filter_text" };

const nodeOf = (entry: DirectoryEntry): Node =>
  new Map<string, string | boolean | Date | Node | Node[]>([
    ["schemas", [new Map([["value", USER]])]],
    ["id", entry.id],
    ["username", entry.userName],
    ["active", entry.isActive],
    ["emails", entry.email === null ? [] : [emailNode(entry.email)]],
    ["roles", entry.role === null ? [] : [roleNode(entry.role)]],
    [
      "meta",
      new Map<string, string | Date>([
        ["resourcetype", "User"],
        ["created", entry.createdAt],
        ["lastmodified", entry.updatedAt],
      ]),
    ],
    ...(entry.externalId === null ? [] : [["externalid", entry.externalId] as const]),
    ...(entry.displayName === null ? [] : [["displayname", entry.displayName] as const]),
  ]);

/** The address that we keep, as conditions see it. */
export const emailNode = (value: string): Node =>
  new Map<string, string | boolean>([
    ["value", value],
    ["type", "work"],
    ["primary", true],
  ]);

/** A role, as conditions see it. */
export const roleNode = (value: string): Node =>
  new Map<string, string | boolean>([
    ["value", value],
    ["primary", true],
  ]);

const INDEXED: ReadonlyMap<string, keyof Wanted> = new Map([
  ["id", "id"],
  ["username", "userName"],
  ["externalid", "externalId"],
  ["emails", "email"],
]);

const wantedByTest = ({ attribute, sub, operator, value }: Test): Wanted => {
  const name = INDEXED.get(attribute);
  const isIndexed = operator === "eq" && typeof value === "string" && value !== "";
  const isWhole = sub === null || (attribute === "emails" && sub === "value");
  return name !== undefined && isIndexed && isWhole ? { [name]: value } : {};
};

/** What all people have in common whom the condition can match. */
const wantedBy = (condition: Condition): Wanted => {
  if (condition.kind === "test") return wantedByTest(condition);
  if (condition.kind === "and") return Object.assign({}, ...condition.parts.map(wantedBy));
  if (condition.kind !== "element" || condition.attribute !== "emails") return {};
  const { where, then } = condition;
  const inner = where.kind === "and" ? where.parts : [where];
  const ofValue = [...inner, ...(then ? [then] : [])].flatMap((part) =>
    part.kind === "test" && part.attribute === "value" && part.sub === null ? [part] : [],
  );
  return Object.assign({}, ...ofValue.map((test) => wantedByTest({ ...test, attribute: "emails" })));
};

/** Reads a filter. @throws ScimFault: it is none, or too long */
export const filterOf = (text: string) => {
  if (text.length > MAX_FILTER) throw new ScimFault("filter_size");
  const condition = conditionIn(text, FAULTS);
  return {
    /** For the indexes. */
    wanted: wantedBy(condition),
    matches: (entries: readonly DirectoryEntry[]): DirectoryEntry[] =>
      entries.filter((entry) => matches(nodeOf(entry), condition)),
  };
};
