// What in a newer OpenAPI document would break a client of an older one. The tools for it read OpenAPI 3.0 or know only
// some of JSON Schema 2020-12, which 3.1 uses; this knows what our contracts can say.

type Json = Readonly<Record<string, unknown>>;

/** What clients send may only be let in more widely; what they read may only be more. */
type Direction = "request" | "response";

type Side = { root: Json; schema: Json };

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const objectAt = (value: unknown, ...path: string[]): Json => {
  let found: unknown = value;
  for (const name of path) found = isObject(found) ? found[name] : undefined;
  return isObject(found) ? found : {};
};

const listAt = (value: Json, name: string): unknown[] => {
  const found = value[name];
  return Array.isArray(found) ? found : [];
};

const textsAt = (value: Json, name: string): string[] => listAt(value, name).map(String);

/** The schema that a reference names; one that it has beside the reference is for readers only. */
const resolved = ({ root, schema }: Side): Side => {
  const { $ref } = schema;
  if (typeof $ref !== "string") return { root, schema };
  return resolved({ root, schema: objectAt(root, ...$ref.replace("#/", "").split("/")) });
};

const ALTERNATIVES = ["anyOf", "oneOf"] as const;

/** The schemas of which a value has one; itself where it names none. */
const alternativesOf = (side: Side): Side[] => {
  const { root, schema } = resolved(side);
  const { anyOf, oneOf, type, ...base } = schema;
  const named = ALTERNATIVES.flatMap((name) => listAt(schema, name)).filter(isObject);
  if (named.length > 0)
    return named.flatMap((each) =>
      alternativesOf({ root, schema: { ...base, ...resolved({ root, schema: each }).schema } }),
    );
  return Array.isArray(type)
    ? type.map((each) => ({ root, schema: { ...base, type: each } }))
    : [{ root, schema }];
};

const valuesOf = (schema: Json): unknown[] | null => {
  if ("const" in schema) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : null;
};

/** Bounds of what is sent: whether the newer one refuses more. */
const BOUNDS: Readonly<Record<string, (before: number, after: number) => boolean>> = {
  minimum: (before, after) => after > before,
  minLength: (before, after) => after > before,
  minItems: (before, after) => after > before,
  maximum: (before, after) => after < before,
  maxLength: (before, after) => after < before,
  maxItems: (before, after) => after < before,
};

const UNBOUNDED: Readonly<Record<string, number>> = { minimum: -Infinity, minLength: 0, minItems: 0 };

const boundsBroken = (before: Json, after: Json): string[] =>
  Object.entries(BOUNDS).flatMap(([name, isTighter]) => {
    const now = after[name];
    const was = before[name] ?? UNBOUNDED[name] ?? Infinity;
    return typeof now === "number" && isTighter(Number(was), now)
      ? [`${name} is ${now}, was ${String(was)}`]
      : [];
  });

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const typeBroken = (before: Json, after: Json, direction: Direction): string[] => {
  const [was, now] = [before.type, after.type];
  if (same(was, now)) return [];
  const isWidened = direction === "request" ? now === undefined : was === undefined;
  const isWholeNumber = direction === "request" ? was === "integer" : now === "integer";
  const isNumber = direction === "request" ? now === "number" : was === "number";
  return isWidened || (isWholeNumber && isNumber) ? [] : [`is ${String(now)}, was ${String(was)}`];
};

/** New values in answers are additions: clients let unknown ones pass. */
const valuesBroken = (before: Json, after: Json, direction: Direction): string[] => {
  const [was, now] = [valuesOf(before), valuesOf(after)];
  if (direction === "response" || now === null) return [];
  if (was === null) return ["only certain values are accepted now"];
  const missing = was.filter((value) => !now.some((other) => same(value, other)));
  return missing.map((value) => `${JSON.stringify(value)} is not accepted any more`);
};

type Seen = ReadonlySet<string>;

const objectBroken = (before: Side, after: Side, direction: Direction, seen: Seen): string[] => {
  const [was, now] = [objectAt(before.schema, "properties"), objectAt(after.schema, "properties")];
  const [needed, needs] = [textsAt(before.schema, "required"), textsAt(after.schema, "required")];
  const isClosed = after.schema.additionalProperties === false;
  const kept = Object.keys(was).flatMap((name) => {
    if (!(name in now)) return direction === "response" || isClosed ? [`.${name} is gone`] : [];
    const pair = [before, after].map(({ root, schema }) => ({
      root,
      schema: objectAt(schema, "properties", name),
    }));
    const [old = before, fresh = after] = pair;
    return broken(old, fresh, direction, seen).map((fault) => `.${name} ${fault}`);
  });
  const required = direction === "request" ? needs.filter((name) => !needed.includes(name)) : [];
  const optional =
    direction === "response" ? needed.filter((name) => name in now && !needs.includes(name)) : [];
  return [
    ...kept,
    ...required.map((name) => `.${name} is required now`),
    ...optional.map((name) => `.${name} may be absent now`),
  ];
};

const partBroken = (name: string, before: Side, after: Side, direction: Direction, seen: Seen): string[] => {
  const [was, now] = [before.schema[name], after.schema[name]];
  if (!isObject(was) || !isObject(now)) return [];
  const pair = broken({ root: before.root, schema: was }, { root: after.root, schema: now }, direction, seen);
  return pair.map((fault) => `[] ${fault}`);
};

const oneBroken = (before: Side, after: Side, direction: Direction, seen: Seen): string[] => [
  ...typeBroken(before.schema, after.schema, direction),
  ...valuesBroken(before.schema, after.schema, direction),
  ...(direction === "request" ? boundsBroken(before.schema, after.schema) : []),
  ...(direction === "request" &&
  after.schema.pattern !== undefined &&
  !same(before.schema.pattern, after.schema.pattern)
    ? [`the pattern is ${String(after.schema.pattern)}, was ${String(before.schema.pattern)}`]
    : []),
  ...objectBroken(before, after, direction, seen),
  ...["items", "additionalProperties"].flatMap((name) => partBroken(name, before, after, direction, seen)),
];

function broken(before: Side, after: Side, direction: Direction, seen: Seen = new Set()): string[] {
  const key = `${String(before.schema.$ref)} ${String(after.schema.$ref)}`;
  if (seen.has(key)) return [];
  const deeper = before.schema.$ref === undefined ? seen : new Set([...seen, key]);
  const [was, now] = [alternativesOf(before), alternativesOf(after)];
  // Each that was accepted still is; each that is answered was answered before.
  const [given, allowed] = direction === "request" ? [was, now] : [now, was];
  return given.flatMap((each) => {
    const tries = allowed.map((other) =>
      direction === "request"
        ? oneBroken(each, other, direction, deeper)
        : oneBroken(other, each, direction, deeper),
    );
    return tries.toSorted((one, other) => one.length - other.length)[0] ?? [];
  });
}

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

type Operations = ReadonlyMap<string, Json>;

const operationsOf = (document: Json, place: "paths" | "webhooks"): Operations =>
  new Map(
    Object.entries(objectAt(document, place)).flatMap(([path, item]) =>
      METHODS.flatMap((method) =>
        isObject(item) && isObject(item[method])
          ? [[`${method.toUpperCase()} ${path}`, item[method]] as const]
          : [],
      ),
    ),
  );

const parametersOf = (operation: Json): ReadonlyMap<string, Json> =>
  new Map(
    listAt(operation, "parameters")
      .filter(isObject)
      .map((each) => [`${String(each.in)} parameter ${String(each.name)}`, each]),
  );

const parametersBroken = (before: Json, after: Json, roots: [Json, Json]): string[] => {
  const [was, now] = [parametersOf(before), parametersOf(after)];
  const kept = [...was].flatMap(([name, old]) => {
    const fresh = now.get(name);
    if (!fresh) return [`${name} is gone`];
    const sides = [objectAt(old, "schema"), objectAt(fresh, "schema")] as const;
    return broken({ root: roots[0], schema: sides[0] }, { root: roots[1], schema: sides[1] }, "request").map(
      (fault) => `${name} ${fault}`,
    );
  });
  const needed = [...now].filter(
    ([name, { required }]) => required === true && was.get(name)?.required !== true,
  );
  return [...kept, ...needed.map(([name]) => `${name} is required now`)];
};

const CONTENT = ["content", "application/json", "schema"] as const;

const operationBroken = (before: Json, after: Json, roots: [Json, Json], sends: Direction): string[] => {
  const side = (index: 0 | 1, ...path: string[]): Side => ({
    root: roots[index],
    schema: objectAt(index === 0 ? before : after, ...path, ...CONTENT),
  });
  const body = broken(side(0, "requestBody"), side(1, "requestBody"), sends).map((fault) => `body${fault}`);
  const isNeeded = objectAt(after, "requestBody").required === true;
  const wasNeeded = objectAt(before, "requestBody").required === true;
  const answer = ["responses", "200"];
  const headers = Object.keys(objectAt(before, ...answer, "headers"));
  return [
    ...(same(before.security, after.security) ? [] : ["takes another credential"]),
    ...parametersBroken(before, after, roots),
    ...(sends === "request" && isNeeded && !wasNeeded ? ["body is required now"] : []),
    ...body,
    ...broken(side(0, ...answer), side(1, ...answer), "response").map((fault) => `answer${fault}`),
    ...headers
      .filter((name) => !(name in objectAt(after, ...answer, "headers")))
      .map((name) => `answer's header ${name} is gone`),
  ];
};

/**
 * Every change that breaks a client of the older document, as `POST /verify/start body.metadata is gone`. New paths,
 * optional inputs and fields of answers are none; of webhooks, the body is what clients read.
 */
export const breakingChanges = (before: Json, after: Json): string[] =>
  (["paths", "webhooks"] as const).flatMap((place) => {
    const now = operationsOf(after, place);
    return [...operationsOf(before, place)].flatMap(([name, old]) => {
      const fresh = now.get(name);
      if (!fresh) return [`${name} is gone`];
      const sends = place === "webhooks" ? "response" : "request";
      return operationBroken(old, fresh, [before, after], sends).map((fault) => `${name} ${fault}`);
    });
  });
