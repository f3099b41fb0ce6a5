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

/**
 * What we keep of a user; all else that a directory sends is dropped. A deactivated person comes back by "true" alone, not
 * because `active` was left out or taken away.
 */
const toInput = (user: Json, before: DirectoryEntry | null): DirectoryInput => {
  const userName = textOf(user.userName, "userName");
  if (userName === null) throw new Types.Error(400, "invalidValue", "userName: expected text");
  return {
    userName,
    externalId: textOf(user.externalId, "externalId"),
    displayName: displayNameOf(user),
    email: emailOf(user, userName),
    role: roleOf(user),
    isActive: typeof user.active === "boolean" ? user.active : (before?.isActive ?? true),
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

const asSent = (error: unknown, scimType: "invalidValue" | "invalidFilter"): unknown => {
  if (!(error instanceof TypeError)) return error;
  // Those of the language speak of Scimmy's insides.
  const isScimmys = /^(?:Attribute|Complex attribute|Required attribute|Schema|Expected)\b/.test(
    error.message,
  );
  const otherwise = scimType === "invalidFilter" ? "filter: it cannot be read" : "This is no SCIM user.";
  return new Types.Error(400, scimType, isScimmys ? error.message : otherwise);
};

/** Scimmy's TypeErrors are faults of what was sent. */
export const read = <Value>(
  work: () => Value,
  scimType: Parameters<typeof asSent>[1] = "invalidValue",
): Value => {
  try {
    return work();
  } catch (error) {
    throw asSent(error, scimType);
  }
};

/** A user in a body of POST or PUT. @param before null: a new one */
export const userOf = (body: unknown, before: DirectoryEntry | null): DirectoryInput => {
  const given = withSchemas(requireObject(withBooleans(body)));
  return toInput(
    read(() => ({ ...new Schemas.User(given, "in") })),
    before,
  );
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

const toOperation = (operation: unknown): Operation => {
  const { op: given, path, value } = isObject(operation) ? operation : {};
  // Entra capitalises them.
  const op = OPS.find((each) => typeof given === "string" && each === given.toLowerCase());
  if (op === undefined || (path !== undefined && typeof path !== "string")) {
    throw new Types.Error(
      400,
      "invalidSyntax",
      "Each operation needs an op of add, remove or replace, and its path must be text.",
    );
  }
  return { op, ...(path !== undefined && { path }), ...(value !== undefined && { value }) };
};

const MAX_PATH = 256;

/**
 * A path that Scimmy reads in time: it multiplies conditions out, and tries every way to read backslashes and line ends.
 */
const requireSmall = (path: string): string => {
  const connectives = path.match(/\b(?:and|or)\b/gi)?.length ?? 0;
  if (path.length <= MAX_PATH && connectives <= 3 && !/[\\\n\r]/.test(path)) return path;
  throw new Types.Error(
    400,
    "invalidPath",
    `path: expected at most 4 conditions in ${MAX_PATH} characters, without backslashes`,
  );
};

const ATTRIBUTES: ReadonlyMap<string, string> = new Map(
  USER_SCHEMA.attributes.map(({ name }) => [name.toLowerCase(), name]),
);

/**
 * The path as Scimmy knows it: the core schema's own attributes without its prefix (RFC 7643 §3.10), whatever the case in
 * which they are written (§2.1).
 */
const shortPath = (path: string): string => {
  const isCore = path.toLowerCase().startsWith(`${USER_SCHEMA.id.toLowerCase()}:`);
  const short = requireSmall(isCore ? path.slice(USER_SCHEMA.id.length + 1) : path);
  return short.replace(/^\w+(?![\w:])/, (name) => ATTRIBUTES.get(name.toLowerCase()) ?? name);
};

const PLAIN = /^[^"\\\n\r]*$/;

// Scimmy makes a filter of what is to be removed, and quotes nothing in it.
const requirePlain = (removed: unknown): void => {
  const parts = [removed].flat().flatMap((each) => (isObject(each) ? Object.entries(each).flat() : [each]));
  if (parts.length <= 40 && parts.every((part) => typeof part !== "object" && PLAIN.test(String(part))))
    return;
  throw new Types.Error(400, "invalidValue", "value: expected at most 20 plain values to remove");
};

const onAttribute = (op: Operation["op"], given: string, value: unknown): Operation => {
  const path = shortPath(given);
  if (op === "remove" && value !== undefined) requirePlain(value);
  const isFlag = /(?:^|[.:])(?:active|primary)$/i.test(path);
  return { op, path, ...(value !== undefined && { value: isFlag ? asBoolean(value) : withBooleans(value) }) };
};

/** An operation without a path is one for each attribute of its value (RFC 7644 §3.5.2.1, §3.5.2.3). */
const onAttributes = ({ op, path, value }: Operation): Operation[] => {
  if (path !== undefined) return [onAttribute(op, path, value)];
  if (op !== "remove" && isObject(value))
    return Object.entries(value).map(([name, part]) => onAttribute(op, name, part));
  throw new Types.Error(
    400,
    op === "remove" ? "noTarget" : "invalidValue",
    "An operation without a path needs an object as its value, and a removal needs a path.",
  );
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
  const keep = async (instance: typeof before) => {
    after = instance;
    return instance;
  };
  await message.apply(before, keep).catch((error: unknown) => {
    throw asSent(error, "invalidValue");
  });
  return toInput({ ...requireObject(after) }, entry);
};

/** A whole number of the query. @throws INVALID_PARAMETERS */
export const wholeOf = (text: string | null, otherwise: number): number => {
  if (text === null || text === "") return otherwise;
  if (!/^-?\d{1,9}$/.test(text)) throw invalid("query", "expected whole numbers for startIndex and count");
  return Number(text);
};
