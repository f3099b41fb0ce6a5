import { Messages, Schemas, Types } from "scimmy";
import { invalid, ServiceError } from "#core/errors.ts";
import { canonicalEmail } from "#core/member.ts";
import { isDirectoryRole } from "#services/members/directory.ts";
import type { DirectoryEntry, DirectoryInput } from "#services/members/directory-people.ts";

// Between a SCIM user (RFC 7643 §4.1) and what we keep of one. Scimmy reads and writes the schema, patches and filters; of
// its resources we use nothing, because they answer 404 to any failure, and a directory takes that for "deleted".

const ENTERPRISE = Schemas.EnterpriseUser.definition.id;

Schemas.User.definition.extend(Schemas.EnterpriseUser.definition);

export const USER_SCHEMA = Schemas.User.definition;

/** The user as it is sent. @param base the address of `/Users` */
export const userResource = (entry: DirectoryEntry, base: string) => ({
  schemas: [USER_SCHEMA.id],
  id: entry.id,
  ...(entry.externalId !== null && { externalId: entry.externalId }),
  userName: entry.userName,
  ...(entry.displayName !== null && { displayName: entry.displayName }),
  ...(entry.email !== null && { emails: [{ value: entry.email, type: "work", primary: true }] }),
  ...(entry.role !== null && { roles: [{ value: entry.role, primary: true }] }),
  active: entry.isActive,
  meta: {
    resourceType: "User",
    created: entry.createdAt.toISOString(),
    lastModified: entry.updatedAt.toISOString(),
    location: `${base}/${entry.id}`,
  },
});

type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false };

/** Entra sends "True" and "False" where a boolean belongs, by default. */
const asBoolean = (value: unknown): unknown =>
  typeof value === "string" ? (BOOLEANS[value.toLowerCase()] ?? value) : value;

const withBooleans = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withBooleans);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      /^(?:active|primary)$/i.test(name) ? asBoolean(part) : withBooleans(part),
    ]),
  );
};

const MAX_NAME = 256;
const MAX_OPERATIONS = 100;

const textOf = (value: unknown, path: string, most = MAX_NAME): string | null => {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value !== "string" || value.length > most) {
    throw new Types.Error(400, "invalidValue", `${path}: expected text of at most ${most} characters`);
  }
  return value;
};

const looksLikeEmail = (text: string): boolean => /^[^\s@]{1,64}@[^\s@]{1,255}$/.test(text);

type Multi = { value?: unknown; primary?: unknown; type?: unknown };

const listOf = (value: unknown): Multi[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** The primary one, or the one for work, or the first. */
const chosen = (values: readonly Multi[]): unknown =>
  (values.find(({ primary }) => primary === true) ?? values.find(({ type }) => type === "work") ?? values[0])
    ?.value;

const emailOf = (user: Json, userName: string): string | null => {
  const given = textOf(chosen(listOf(user.emails)), "emails");
  const email = given ?? (looksLikeEmail(userName) ? userName : null);
  if (email !== null && !looksLikeEmail(email)) {
    throw new Types.Error(400, "invalidValue", "emails: expected an e-mail address");
  }
  return email === null ? null : canonicalEmail(email);
};

const roleOf = (user: Json): DirectoryInput["role"] => {
  const role = textOf(chosen(listOf(user.roles)), "roles");
  if (role === null) return null;
  const name = role.trim().toLowerCase();
  if (isDirectoryRole(name)) return name;
  throw new Types.Error(
    400,
    "invalidValue",
    "roles: expected admin, developer, support or viewer; owners are made in the console only",
  );
};

const displayNameOf = (user: Json): string | null => {
  const { displayName, name } = user;
  const given = textOf(displayName, "displayName");
  if (given !== null || !isObject(name)) return given;
  const parts = [name.givenName, name.familyName].flatMap((part) => textOf(part, "name") ?? []);
  return textOf(name.formatted, "name") ?? (parts.join(" ") || null);
};

/** What we keep of a user; all else that a directory sends is dropped. */
const toInput = (user: Json): DirectoryInput => {
  const userName = textOf(user.userName, "userName");
  if (userName === null) throw new Types.Error(400, "invalidValue", "userName: expected text");
  return {
    userName,
    externalId: textOf(user.externalId, "externalId"),
    displayName: displayNameOf(user),
    email: emailOf(user, userName),
    role: roleOf(user),
    isActive: user.active !== false,
  };
};

const requireObject = (body: unknown): Json => {
  if (isObject(body)) return body;
  throw new Types.Error(400, "invalidSyntax", "The body must be a JSON object.");
};

/**
 * The schemas of a body that names none, or only some, as Okta's and others' do: those whose attributes are there.
 */
const withSchemas = (user: Json): Json => ({
  ...user,
  schemas: [USER_SCHEMA.id, ...(isObject(user[ENTERPRISE]) ? [ENTERPRISE] : [])],
});

/** Scimmy's TypeErrors are faults of what was sent. */
const read = <Value>(work: () => Value): Value => {
  try {
    return work();
  } catch (error) {
    if (error instanceof TypeError) throw new Types.Error(400, "invalidValue", error.message);
    throw error;
  }
};

/** A user in a body of POST or PUT. */
export const userOf = (body: unknown): DirectoryInput => {
  const given = withSchemas(requireObject(withBooleans(body)));
  return toInput(read(() => ({ ...new Schemas.User(given, "in") })));
};

const OPS = ["add", "remove", "replace"] as const;

type Operation = { op: (typeof OPS)[number]; path?: string; value?: unknown };

/** `roles[primary eq "True"].value`, as Entra names what may not be there yet. */
const OF_CHOSEN = /^(emails|roles)\s*\[[^\]]*\]\s*\.\s*value$/i;

/** A replacement of what is not there yet adds it, whatever RFC 7644 §3.5.2.3 says: Entra relies on it. */
const gentle = (operation: Operation): Operation => {
  const [, name] = OF_CHOSEN.exec(operation.path ?? "") ?? [];
  if (name === undefined || operation.op === "remove") return operation;
  const attribute = name.toLowerCase();
  const type = attribute === "emails" ? { type: "work" } : {};
  return { op: "replace", path: attribute, value: [{ value: operation.value, primary: true, ...type }] };
};

const toOperation = (value: unknown): Operation => {
  const { op: given, path, value: to } = isObject(value) ? value : {};
  // Entra capitalises them.
  const op = OPS.find((each) => typeof given === "string" && each === given.toLowerCase());
  if (op === undefined || (path !== undefined && typeof path !== "string")) {
    throw new Types.Error(
      400,
      "invalidSyntax",
      "Each operation needs an op of add, remove or replace, and its path must be text.",
    );
  }
  const isFlag = /(?:^|[.:])(?:active|primary)$/i.test(path ?? "");
  const named = path === undefined ? {} : { path };
  return { op, ...named, ...(to !== undefined && { value: isFlag ? asBoolean(to) : withBooleans(to) }) };
};

/** RFC 7643 §3.10: the core schema's own attributes need no prefix, and Scimmy knows them without it. */
const shortPath = (path: string): string =>
  path.toLowerCase().startsWith(`${USER_SCHEMA.id.toLowerCase()}:`)
    ? path.slice(USER_SCHEMA.id.length + 1)
    : path;

/** An operation without a path is one for each attribute of its value (RFC 7644 §3.5.2.1, §3.5.2.3). */
const onAttributes = ({ op, path, value }: Operation): Operation[] => {
  if (path !== undefined) return [{ op, path: shortPath(path), ...(value !== undefined && { value }) }];
  return isObject(value)
    ? Object.entries(value).map(([name, part]) => ({ op, path: shortPath(name), value: part }))
    : [{ op, value }];
};

/** The operations of a body of PATCH (RFC 7644 §3.5.2). */
export const patchOf = (body: unknown): Operation[] => {
  const { Operations: operations } = requireObject(body);
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > MAX_OPERATIONS) {
    throw new Types.Error(400, "invalidSyntax", `Operations: expected 1 to ${MAX_OPERATIONS}`);
  }
  return operations.map(toOperation).flatMap(onAttributes).map(gentle);
};

/** The user after a patch. */
export const patched = async (
  entry: DirectoryEntry | null,
  operations: readonly Operation[],
): Promise<DirectoryInput> => {
  if (!entry) throw new ServiceError("NOT_FOUND", "The directory has no such user.");
  const before = read(() => new Schemas.User(userResource(entry, ""), "out"));
  const message = read(
    () => new Messages.PatchOp({ schemas: [Messages.PatchOp.id], Operations: [...operations] }),
  );
  let after: unknown = before;
  await message.apply(before, async (instance) => {
    after = instance;
    return instance;
  });
  return toInput({ ...requireObject(after) });
};

type Clause = Record<string, unknown>;

const lowered = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((part) => (typeof part === "string" ? part.toLowerCase() : part)) : value;

/** RFC 7643 §4.1.1: a user name has no case. */
const withoutCase = (clause: Clause): Clause =>
  Object.fromEntries(
    Object.entries(clause).map(([name, test]) => [
      name.toLowerCase() === "username" ? "userName" : name,
      name.toLowerCase() === "username" ? lowered(test) : test,
    ]),
  );

const MAX_FILTER = 1_000;
const MAX_CONNECTIVES = 3;

// Scimmy multiplies conditions out, and tests each person against each: 500 of them would hold the process for seconds.
const requireSmall = (filter: string): string => {
  const connectives = filter.match(/\b(?:and|or)\b/gi)?.length ?? 0;
  if (filter.length <= MAX_FILTER && connectives <= MAX_CONNECTIVES) return filter;
  throw new Types.Error(
    400,
    "invalidFilter",
    `filter: expected at most ${MAX_CONNECTIVES + 1} conditions in ${MAX_FILTER} characters`,
  );
};

/** What a filter asks for: one user by name or id, or a test for each (RFC 7644 §3.4.2.2). */
export const filterOf = (text: string) => {
  const clauses = read(() => [...new Types.Filter(requireSmall(text))].filter(isObject)).map(withoutCase);
  const [only, ...others] = clauses;
  const [first, ...more] = Object.entries(only ?? {});
  const [name, test]: [string, unknown] = first ?? ["", null];
  const isOne = others.length === 0 && more.length === 0 && Array.isArray(test) && test.length === 2;
  const [operator, value] = isOne && Array.isArray(test) ? test.map((part: unknown) => part) : [];
  const wanted = operator === "eq" && typeof value === "string" && ["userName", "externalId"].includes(name);
  return {
    /** For the index. */
    wanted: wanted ? { [name]: value } : {},
    matches: (entries: readonly DirectoryEntry[]): DirectoryEntry[] => {
      if (wanted) return [...entries];
      const candidates = entries.map((entry) => ({
        ...userResource(entry, ""),
        userName: entry.userName.toLowerCase(),
      }));
      const ids = new Set(
        read(() => new Types.Filter(clauses).match(candidates)).map(({ id }: { id: string }) => id),
      );
      return entries.filter(({ id }) => ids.has(id));
    },
  };
};

/** A whole number of the query. @throws INVALID_PARAMETERS */
export const wholeOf = (text: string | null, otherwise: number): number => {
  if (text === null || text === "") return otherwise;
  if (!/^-?\d{1,9}$/.test(text)) throw invalid("query", "expected whole numbers for startIndex and count");
  return Number(text);
};
