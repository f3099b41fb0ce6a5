// Where what an SDK did differs from what a case of sdk/cases expects. It asks for nothing but fetch: see run-case.ts.
import type { Case, Expected, ExpectedRequest, Values } from "./case.ts";

export type Sdk = typeof import("../../../sdk/typescript/src/index.ts");
export type Seen = {
  method: string;
  path: string;
  query: unknown;
  body: unknown;
  headers: Readonly<Record<string, string>>;
};

/** Where the case is played. */
export type World = {
  /** The stand-in's address. */
  standIn: string;
  /** Options of the client for live cases, and the values that their placeholders begin with. */
  live?: { client: Values; values: Values };
  /** Node's util.inspect or another runtime's like, for what a log would show of an error. */
  inspect?: (value: unknown) => string;
};

export const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, 500) ?? String(value);

/** Where `found` differs from what is expected of it; null: nowhere. Objects may have more members than that. */
export const differenceOf = (expected: unknown, found: unknown, place: string): string | null => {
  if (Array.isArray(expected)) {
    if (!Array.isArray(found) || found.length !== expected.length)
      return `${place}: expected ${shown(expected)}, got ${shown(found)}`;
    return expected.map((item, at) => differenceOf(item, found[at], `${place}.${at}`)).find(Boolean) ?? null;
  }
  if (isObject(expected)) {
    if (!isObject(found)) return `${place}: expected an object, got ${shown(found)}`;
    return (
      Object.entries(expected)
        .map(([name, value]) => differenceOf(value, found[name], `${place}.${name}`))
        .find(Boolean) ?? null
    );
  }
  return Object.is(expected, found) ? null : `${place}: expected ${shown(expected)}, got ${shown(found)}`;
};

const sameJson = (expected: unknown, found: unknown): boolean =>
  differenceOf(expected, found, "") === null && differenceOf(found, expected, "") === null;

const headerFault = (
  seen: Seen,
  name: string,
  wanted: string | { matches: string } | { absent: true },
): string | null => {
  const found = seen.headers[name];
  if (typeof wanted === "string")
    return found === wanted ? null : `${name}: expected ${wanted}, got ${found}`;
  if ("absent" in wanted) return found === undefined ? null : `${name}: expected none, got ${found}`;
  return new RegExp(wanted.matches).test(found ?? "")
    ? null
    : `${name}: expected ${wanted.matches}, got ${found}`;
};

export const requestFault = (expected: ExpectedRequest, seen: Seen, place: string): string | null => {
  for (const name of ["method", "path"] as const)
    if (expected[name] !== undefined && expected[name] !== seen[name])
      return `${place}.${name}: expected ${expected[name]}, got ${seen[name]}`;
  for (const name of ["query", "body"] as const)
    if (expected[name] !== undefined && !sameJson(expected[name], seen[name]))
      return `${place}.${name}: expected ${shown(expected[name])}, got ${shown(seen[name])}`;
  return (
    Object.entries(expected.headers ?? {})
      .map(([name, wanted]) => headerFault(seen, name, wanted))
      .find(Boolean) ?? null
  );
};

export const acrossTries = ({ expect }: Case, seen: readonly Seen[]): string | null => {
  const valuesOf = (name: string): (string | undefined)[] => seen.map(({ headers }) => headers[name]);
  for (const name of expect.sameHeaderAcrossTries ?? [])
    if (valuesOf(name).includes(undefined) || new Set(valuesOf(name)).size !== 1)
      return `${name}: expected one value, got ${shown(valuesOf(name))}`;
  for (const name of expect.differentHeaders ?? [])
    if (valuesOf(name).includes(undefined) || new Set(valuesOf(name)).size !== seen.length)
      return `${name}: expected different values, got ${shown(valuesOf(name))}`;
  return null;
};

/** A clock that starts at the case's time; sleeping takes no time, moves it and is written down, in seconds. */
export const fakeClock = (startSeconds: number, jumpSeconds = 0) => {
  let ms = startSeconds * 1_000;
  let jumped = 0;
  const waits: number[] = [];
  return {
    waits,
    advance: (seconds: number): void => {
      ms += seconds * 1_000;
    },
    clock: {
      now: () => ms + jumped,
      elapsed: () => ms,
      sleep: async (forMs: number, signal: AbortSignal | undefined) => {
        signal?.throwIfAborted();
        waits.push(forMs / 1_000);
        ms += forMs;
        jumped = jumpSeconds * 1_000;
      },
    },
  };
};

export const errorFault = (
  expected: NonNullable<Expected["error"]>,
  error: unknown,
  sdk: Sdk,
): string | null => {
  const { type, messageContains = [], messageAtMost = Number.POSITIVE_INFINITY, ...fields } = expected;
  const isOf = (name: string): boolean => {
    const ErrorClass: unknown = Reflect.get(sdk, name);
    return typeof ErrorClass === "function" && error instanceof ErrorClass;
  };
  if (![type].flat().some(isOf)) return `expected a ${type}, got ${error}`;
  const message = error instanceof Error ? error.message : "";
  const missing = messageContains.find((part) => !message.includes(part));
  if (message.length > messageAtMost) return `message: ${message.length} characters`;
  if (missing !== undefined) return `message: expected "${missing}" in "${message}"`;
  for (const [name, value] of Object.entries(fields)) {
    const fault = differenceOf(value, Reflect.get(Object(error), name), name);
    if (fault !== null) return fault;
  }
  return null;
};

export const postJson = async (url: string, body: unknown): Promise<Values> => {
  const response = await fetch(url, { method: "POST", body: JSON.stringify(body) });
  return response.json() as Promise<Values>;
};
