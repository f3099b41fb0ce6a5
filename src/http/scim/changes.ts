import { type DirectoryFault, ScimFault } from "#core/access/directory-faults.ts";
import { isJsonObject, type JsonObject } from "#core/json.ts";
import { type Condition, conditionIn, type Faults } from "./conditions.ts";
import { CORE_PREFIX, knownName, USER, type Writable, writableOf } from "./schema.ts";

// What a body of POST, PUT or PATCH changes (RFC 7644 §3.3, §3.5). What is not kept is dropped by its name, before anything
// else of it is looked at.

export type Change = {
  op: "add" | "remove" | "replace";
  attribute: Writable;
  /** In lower case. */
  sub: string | null;
  where: Condition | null;
  value: unknown;
};

/** The outcome of a request's parts, by names of the schemas; null: a name that they do not know. */
export type Reading = {
  changes: Change[];
  dropped: Set<string | null>;
  faults: { attribute: Writable | null; fault: DirectoryFault }[];
};

const newReading = (): Reading => ({ changes: [], dropped: new Set(), faults: [] });

const MAX_OPERATIONS = 100;
const MAX_PATH = 256;
const FAULTS: Faults = { unread: "path", tooMany: "conditions", text: "path" };

/** RFC 7643 §2.1: names of attributes have no case. The last of several counts. */
const memberOf = (object: JsonObject, wanted: string): unknown =>
  Object.entries(object)
    .filter(([name]) => name.toLowerCase() === wanted)
    .at(-1)?.[1];

// RFC 7644 §3.5.2, figure 7. Of what begins otherwise, only the name is read.
const BEGIN = /^((?:urn:[\w:.-]*)|[a-z][\w$-]*)(.*)$/is;
const REST = /^(?:\[(.*)\])?(?:\.([$a-z][\w$-]*))?$/is;

const SUBS: ReadonlyMap<Writable, ReadonlySet<string>> = new Map([
  ["emails", new Set(["value"])],
  ["roles", new Set(["value"])],
  ["name", new Set(["formatted", "givenname", "familyname"])],
]);
// What our addresses and roles have besides is always the same.
const NOT_WRITTEN: ReadonlySet<string> = new Set(["type", "primary", "display", "$ref"]);

type Target = Pick<Change, "attribute" | "sub" | "where">;

/** @returns the name of what is not kept @throws ScimFault */
const targetOf = (path: string): Target | { dropped: string | null } => {
  if (path.length > MAX_PATH) throw new ScimFault("path_size");
  const [, name, rest = ""] = BEGIN.exec(path.replace(CORE_PREFIX, "")) ?? [];
  if (name === undefined) throw new ScimFault("path");
  const attribute = writableOf(name);
  if (attribute === null) return { dropped: knownName(name) };
  const [matched, condition, given] = REST.exec(rest) ?? [];
  if (matched === undefined) throw new ScimFault("path");
  const sub = given?.toLowerCase() ?? null;
  const subs = SUBS.get(attribute);
  if (sub !== null && !subs?.has(sub)) {
    if (subs && NOT_WRITTEN.has(sub)) return { dropped: attribute };
    throw new ScimFault("path");
  }
  if (condition === undefined) return { attribute, sub, where: null };
  if (attribute !== "emails" && attribute !== "roles") throw new ScimFault("path");
  return { attribute, sub, where: conditionIn(condition, FAULTS) };
};

const attributeIn = (path: string): Writable | null =>
  writableOf(BEGIN.exec(path.replace(CORE_PREFIX, ""))?.[1] ?? "");

/** Notes a fault instead of throwing it: what else the request says may count all the same. */
const noting = (reading: Reading, attribute: Writable | null, work: () => void): void => {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ScimFault)) throw error;
    reading.faults.push({ attribute, fault: error.fault });
  }
};

const readPath = (reading: Reading, op: Change["op"], path: string, value: unknown): void =>
  noting(reading, attributeIn(path), () => {
    const target = targetOf(path);
    if ("dropped" in target) reading.dropped.add(target.dropped);
    else reading.changes.push({ op, ...target, value });
  });

const PROTOCOL: ReadonlySet<string> = new Set(["schemas", "id", "meta"]);

/** Each member of an object is a change; Entra names members by paths, too. */
const readMembers = (reading: Reading, op: Change["op"], members: JsonObject): void => {
  for (const [name, value] of Object.entries(members)) {
    if (PROTOCOL.has(name.toLowerCase())) continue;
    if (name.toLowerCase() === USER.toLowerCase() && isJsonObject(value)) readMembers(reading, op, value);
    else if (name.length > MAX_PATH || attributeIn(name) !== null) readPath(reading, op, name, value);
    else reading.dropped.add(knownName(BEGIN.exec(name)?.[1] ?? ""));
  }
};

/** A body of POST or PUT. @throws ScimFault: it is not an object */
export const readUser = (body: unknown): Reading => {
  if (!isJsonObject(body)) throw new ScimFault("body");
  const reading = newReading();
  readMembers(reading, "replace", body);
  return reading;
};

const OPS: ReadonlyMap<string, Change["op"]> = new Map([
  ["add", "add"],
  ["remove", "remove"],
  ["replace", "replace"],
]);

const readOperation = (reading: Reading, operation: unknown): void => {
  const given: JsonObject = isJsonObject(operation) ? operation : {};
  const path = memberOf(given, "path") ?? undefined;
  const value = memberOf(given, "value");
  const name =
    typeof path === "string" && path.length <= MAX_PATH
      ? BEGIN.exec(path.replace(CORE_PREFIX, ""))?.[1]
      : undefined;
  if (name !== undefined && writableOf(name) === null) {
    reading.dropped.add(knownName(name));
    return;
  }
  const attribute = typeof path === "string" ? attributeIn(path) : null;
  noting(reading, attribute, () => {
    // Entra capitalises them.
    const named = memberOf(given, "op");
    const op = typeof named === "string" ? OPS.get(named.toLowerCase()) : undefined;
    if (op === undefined || (path !== undefined && typeof path !== "string")) throw new ScimFault("op");
    if (path !== undefined && path !== "") return readPath(reading, op, path, value);
    if (op === "remove") throw new ScimFault("no_path");
    if (!isJsonObject(value)) throw new ScimFault("no_object");
    readMembers(reading, op, value);
  });
};

/** A body of PATCH. @throws ScimFault: it is not a list of operations */
export const readPatch = (body: unknown): Reading => {
  if (!isJsonObject(body)) throw new ScimFault("body");
  const operations = memberOf(body, "operations");
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > MAX_OPERATIONS)
    throw new ScimFault("operations");
  const reading = newReading();
  for (const operation of operations) readOperation(reading, operation);
  return reading;
};
