import { type DirectoryFault, ScimFault } from "#core/access/directory-faults.ts";
import { ROLES } from "#core/access/permissions.ts";
import { isJsonObject, type JsonObject } from "#core/json.ts";
import { canonicalEmail } from "#core/member.ts";
import { problemOfText } from "#core/text.ts";
import type { DirectoryRole } from "#services/members/directory.ts";
import type { DirectoryEntry, DirectoryInput } from "#services/members/directory-people.ts";
import type { Change, Reading } from "./changes.ts";
import { asksFor, type Condition } from "./conditions.ts";
import { emailNode, roleNode } from "./filter.ts";
import { matches } from "./matching.ts";
import { rolesIn } from "./roles.ts";
import { asBoolean, type Writable } from "./schema.ts";

// What a person is after a request's changes.

const MAX_NAME = 256;

type Draft = {
  userName: string | null;
  externalId: string | null;
  displayName: string | null;
  /** By sub-attribute, in lower case. */
  name: Map<string, string>;
  email: string | null;
  roles: readonly DirectoryRole[];
  /** Roles that are added count with the others of the same request; those from before are gone. */
  hasSentRoles: boolean;
  /** Null: the request says nothing of it. */
  active: boolean | null;
};

const draftOf = (entry: DirectoryEntry | null): Draft => ({
  userName: entry?.userName ?? null,
  externalId: entry?.externalId ?? null,
  displayName: entry?.displayName ?? null,
  name: new Map(),
  email: entry?.email ?? null,
  roles: entry?.role ? [entry.role] : [],
  hasSentRoles: false,
  active: null,
});

/** Some directories send `[{ "value": "x" }]` where a plain value belongs. */
const plain = (value: unknown): unknown => {
  const [only, ...others] = Array.isArray(value) ? value : [];
  return isJsonObject(only) && others.length === 0 && "value" in only ? only.value : value;
};

const isText = (value: unknown): value is string =>
  typeof value === "string" && value.length <= MAX_NAME && problemOfText(value) === null;

const textOf = ({ op, value: given }: Change, fault: DirectoryFault): string | null => {
  const value = op === "remove" ? null : plain(given);
  if (value === undefined || value === null || value === "") return null;
  if (!isText(value)) throw new ScimFault(fault);
  return value;
};

const looksLikeEmail = (text: string): boolean => /^[^\s@]{1,64}@[^\s@]{1,255}$/.test(text);

type Email = { value: unknown; type: string | null; isPrimary: boolean };

const lowered = (object: JsonObject): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(object).map(([name, value]) => [name.toLowerCase(), value]));

const emailsIn = (value: unknown): Email[] =>
  [value].flat().flatMap((each): Email[] => {
    if (typeof each === "string") return [{ value: each, type: null, isPrimary: false }];
    if (!isJsonObject(each)) return [];
    const parts = lowered(each);
    const type = parts.get("type");
    return [
      {
        value: parts.get("value"),
        type: typeof type === "string" ? type.toLowerCase() : null,
        isPrimary: asBoolean(parts.get("primary")) === true,
      },
    ];
  });

/** The primary one, or the one for work, or one without a type. */
const chosen = (emails: readonly Email[]): Email | undefined =>
  emails.find(({ isPrimary }) => isPrimary) ??
  emails.find(({ type }) => type === "work") ??
  emails.find(({ type }) => type === null);

const emailOf = (value: unknown): string | null => {
  if (value === undefined || value === null || value === "") return null;
  if (!isText(value) || !looksLikeEmail(value)) throw new ScimFault("email");
  return canonicalEmail(value);
};

type Setter = (draft: Draft, change: Change, drop: () => void) => void;

const removeEmail = (draft: Draft, { where, value }: Change): void => {
  const { email } = draft;
  if (email === null) return;
  const named = emailsIn(value).map((each) => each.value);
  const isNamed =
    named.length === 0 || named.some((each) => typeof each === "string" && canonicalEmail(each) === email);
  if (where === null ? isNamed : matches(emailNode(email), where)) draft.email = null;
};

const isOfAnother = (where: Condition): boolean => asksFor(where, "type") || asksFor(where, "primary");

const setEmail: Setter = (draft, change, drop) => {
  const { op, where, value } = change;
  if (op === "remove") return removeEmail(draft, change);
  if (where !== null && !matches(emailNode(draft.email ?? ""), where)) {
    if (isOfAnother(where)) return drop();
    throw new ScimFault("no_match");
  }
  const emails = emailsIn(value);
  const [first] = emails;
  const one = chosen(emails) ?? (op === "replace" || draft.email === null ? first : undefined);
  if (one) draft.email = emailOf(one.value);
  else if (op === "replace") draft.email = null;
  else drop();
};

const removeRoles = (draft: Draft, { where, value }: Change): void => {
  const { names, isEmpty } = rolesIn(value);
  const isNamed = (role: DirectoryRole): boolean => isEmpty || names.includes(role);
  draft.roles = draft.roles.filter((role) =>
    where === null ? !isNamed(role) : !matches(roleNode(role), where),
  );
};

/** A replacement of what is not there yet adds it, whatever RFC 7644 §3.5.2.3 says: Entra relies on it. */
const setRoles: Setter = (draft, change) => {
  const { op, where, value } = change;
  if (op === "remove") return removeRoles(draft, change);
  if (
    where !== null &&
    asksFor(where, "value") &&
    !draft.roles.some((role) => matches(roleNode(role), where))
  )
    throw new ScimFault("no_match");
  const { roles, areKnown } = rolesIn(value);
  if (!areKnown) throw new ScimFault("role");
  if (op === "add" && roles.length === 0) return;
  draft.roles = op === "add" && where === null && draft.hasSentRoles ? [...draft.roles, ...roles] : roles;
  draft.hasSentRoles = true;
};

const setName: Setter = (draft, { op, sub, value }) => {
  const parts =
    sub === null
      ? isJsonObject(value)
        ? lowered(value)
        : new Map<string, unknown>()
      : new Map([[sub, value]]);
  for (const [part, given] of parts) {
    if (op !== "remove" && isText(given)) draft.name.set(part, given);
  }
};

/** A deactivated person comes back only by "true", not because `active` was left out or taken away. */
const setActive: Setter = (draft, { op, value }) => {
  const isActive = op === "remove" ? null : (asBoolean(plain(value)) ?? null);
  if (isActive === null) return;
  if (typeof isActive !== "boolean") throw new ScimFault("active");
  draft.active = isActive;
};

const SETTERS = {
  userName: (draft, change) => {
    const userName = textOf(change, "user_name");
    if (userName === null) throw new ScimFault("user_name");
    draft.userName = userName;
  },
  externalId: (draft, change) => {
    draft.externalId = textOf(change, "external_id");
  },
  displayName: (draft, change) => {
    draft.displayName = textOf(change, "display_name");
  },
  name: setName,
  emails: setEmail,
  roles: setRoles,
  active: setActive,
} satisfies Record<Writable, Setter>;

const applyAll = (draft: Draft, { changes, dropped, faults }: Reading): Set<Writable> => {
  const kept = new Set<Writable>();
  for (const change of changes) {
    const { attribute } = change;
    let isDropped = false;
    try {
      SETTERS[attribute](draft, change, () => {
        isDropped = true;
      });
    } catch (error) {
      if (!(error instanceof ScimFault)) throw error;
      faults.push({ attribute, fault: error.fault });
      continue;
    }
    if (isDropped) dropped.add(attribute);
    else kept.add(attribute);
  }
  return kept;
};

const nameOf = ({ displayName, name }: Draft): string | null => {
  const parts = [name.get("givenname") ?? "", name.get("familyname") ?? ""].join(" ").trim();
  const given = name.get("formatted") || parts || null;
  return displayName ?? (given === null ? null : given.slice(0, MAX_NAME).toWellFormed());
};

const weakest = (roles: readonly DirectoryRole[]): DirectoryRole | null =>
  [...roles].sort((one, other) => ROLES.indexOf(other) - ROLES.indexOf(one))[0] ?? null;

/** What a request made of a person. */
export type Outcome = Pick<Reading, "dropped" | "faults"> & {
  input: DirectoryInput;
  kept: ReadonlySet<Writable>;
  /** The request says that they have no access any more. */
  isLeaving: boolean;
  /** It says that they have it. */
  isComing: boolean;
};

const outcomeOf = (draft: Draft, before: DirectoryEntry | null, reading: Reading): Outcome => {
  const [dropped, faults] = [new Set(reading.dropped), [...reading.faults]];
  const kept = applyAll(draft, { ...reading, dropped, faults });
  const isLeaving = before !== null && draft.active === false;
  if (draft.userName === null) faults.push({ attribute: "userName", fault: "user_name" });
  const [first] = faults;
  // Leaving wins: what else is wrong with the request does not keep the person in.
  if (first && !isLeaving) throw new ScimFault(first.fault, first.attribute);
  const userName = draft.userName ?? before?.userName ?? "";
  const displayName = nameOf(draft);
  if (kept.delete("name")) (draft.displayName === null && displayName !== null ? kept : dropped).add("name");
  const wrong = new Set(faults.map(({ attribute }) => attribute));
  const keeping = <Field>(attribute: Writable, now: Field, then: Field | undefined): Field =>
    wrong.has(attribute) && then !== undefined ? then : now;
  return {
    kept,
    dropped,
    faults,
    isLeaving,
    isComing: draft.active === true,
    input: {
      userName: keeping("userName", userName, before?.userName),
      externalId: keeping("externalId", draft.externalId, before?.externalId),
      displayName: keeping("displayName", displayName, before?.displayName),
      email: keeping(
        "emails",
        draft.email ?? (looksLikeEmail(userName) ? canonicalEmail(userName) : null),
        before?.email,
      ),
      role: keeping("roles", weakest(draft.roles), before?.role),
      isActive: draft.active ?? before?.isActive ?? true,
    },
  };
};

/** The user of a body of POST or PUT. @param before null: a new one @throws ScimFault */
export const replaced = (before: DirectoryEntry | null, reading: Reading): Outcome =>
  outcomeOf(draftOf(null), before, reading);

/** The user after a patch. @throws ScimFault */
export const patched = (before: DirectoryEntry, reading: Reading): Outcome =>
  outcomeOf(draftOf(before), before, reading);
