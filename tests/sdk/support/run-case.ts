// One case of sdk/cases, played with the TypeScript SDK. It asks for nothing but fetch, so that Bun, Deno and workerd run it
// as it is; the SDK itself is handed in.

import type { CallOf, Case, Expected, ExpectedRequest, Values } from "./case.ts";

type Sdk = typeof import("../../../sdk/typescript/src/index.ts");
type Seen = {
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

const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, 500) ?? String(value);

/** Where `found` differs from what is expected of it; null: nowhere. Objects may have more members than that. */
const differenceOf = (expected: unknown, found: unknown, place: string): string | null => {
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

const requestFault = (expected: ExpectedRequest, seen: Seen, place: string): string | null => {
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

const acrossTries = ({ expect }: Case, seen: readonly Seen[]): string | null => {
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
const fakeClock = (startSeconds: number, jumpSeconds = 0) => {
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

const inMs = (seconds: unknown): unknown => (typeof seconds === "number" ? seconds * 1_000 : seconds);

const withMs = ({ timeout, deadline, ...options }: Values): Values => ({
  ...options,
  ...(timeout === undefined ? {} : { timeout: inMs(timeout) }),
  ...(deadline === undefined ? {} : { deadline: inMs(deadline) }),
});

const bodyOf = (body: unknown): unknown => {
  if (!isObject(body)) return body;
  if (typeof body.base64 !== "string") return body.parsed;
  return Uint8Array.from(atob(body.base64), (character) => character.charCodeAt(0));
};

/** Puts values in the place of `{{name.member}}`; a text that is nothing else becomes the value itself. */
const filled = (given: unknown, values: Values): unknown => {
  const valueAt = (path: string): unknown =>
    path.split(".").reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), values);
  if (typeof given === "string") {
    const whole = /^\{\{([\w.]+)\}\}$/.exec(given)?.[1];
    if (whole !== undefined) return valueAt(whole);
    return given.replace(/\{\{([\w.]+)\}\}/g, (_all, path: string) => String(valueAt(path)));
  }
  if (Array.isArray(given)) return given.map((item) => filled(item, values));
  if (!isObject(given)) return given;
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, filled(value, values)]));
};

/** The operation with this dotted name, as a function. */
const operationOf = (client: object, name: string): ((...args: unknown[]) => unknown) => {
  const path = name.split(".");
  const owner = path.slice(0, -1).reduce<unknown>((at, part) => Reflect.get(Object(at), part), client);
  const found: unknown = Reflect.get(Object(owner), path.at(-1) ?? "");
  if (typeof found !== "function") throw new TypeError(`the SDK has no operation ${name}`);
  return (...args) => Reflect.apply(found, owner, args);
};

type Outcome = { ok: true; result: unknown } | { ok: false; error: unknown };

const outcomeOf = async (act: () => unknown): Promise<Outcome> => {
  try {
    return { ok: true, result: await act() };
  } catch (error) {
    return { ok: false, error };
  }
};

const errorFault = (expected: NonNullable<Expected["error"]>, error: unknown, sdk: Sdk): string | null => {
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

const outcomeFault = (expected: Expected, outcome: Outcome, sdk: Sdk): string | null => {
  if (expected.error)
    return outcome.ok
      ? `expected a ${expected.error.type}, got ${shown(outcome.result)}`
      : errorFault(expected.error, outcome.error, sdk);
  if (!outcome.ok) return `expected a result, got ${outcome.error}`;
  const present = expected.absent?.find((name) => Object.hasOwn(Object(outcome.result), name));
  if (present !== undefined) return `${present}: expected none`;
  return expected.result === undefined ? null : differenceOf(expected.result, outcome.result, "result");
};

const leakOf = (outcome: Outcome, secrets: readonly string[], { inspect = String }: World): string | null => {
  if (outcome.ok) return null;
  const { error } = outcome;
  const texts = [String(error), inspect(error), shown(error), error instanceof Error ? error.stack : ""];
  const leaked = secrets.find((secret) => texts.some((text) => text?.includes(secret)));
  return leaked === undefined ? null : `the error shows ${leaked.slice(0, 8)}…`;
};

const SHORTEST_SECRET = 11; // `whsec_` alone is none, and stands in messages

const postJson = async (url: string, body: unknown): Promise<Values> => {
  const response = await fetch(url, { method: "POST", body: JSON.stringify(body) });
  return response.json() as Promise<Values>;
};

/** @returns what is wrong; null: the SDK keeps the case's guarantee */
export const runCase = async (given: Case, sdk: Sdk, world: World): Promise<string | null> => {
  const time = given.clock === undefined ? null : fakeClock(given.clock, given.jump);
  const script =
    given.server === "standin" ? await postJson(`${world.standIn}/script`, { script: given.script }) : null;
  const { baseUrlSuffix = "", ...clientOfCase } = given.client ?? {};
  const options = withMs({
    apiKey: "avk_test_standin",
    adminKey: "adm_standin",
    baseUrl: script ? `${script.baseUrl}${baseUrlSuffix}` : "http://127.0.0.1:9",
    ...(given.server === "live" ? world.live?.client : {}),
    ...clientOfCase,
  });
  const clientOptions = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null));
  const secrets = [options.apiKey, options.adminKey, given.inputs?.secrets ?? []]
    .flat()
    .filter((secret): secret is string => typeof secret === "string" && secret.length >= SHORTEST_SECRET);
  let values: Values = { ...world.live?.values, unique: crypto.randomUUID() };
  let client: object | undefined;

  const act = async (call: CallOf): Promise<Outcome> =>
    outcomeOf(() => {
      client ??= new sdk.Lintel(clientOptions, time?.clock);
      const operation = operationOf(client, call.operation);
      if (given.inputs) {
        const { body, header, secrets: whsec, tolerance } = given.inputs;
        return operation(bodyOf(body), header, whsec, tolerance === undefined ? {} : { tolerance });
      }
      const args = filled(call.args ?? [], values);
      return operation(
        ...(Array.isArray(args) ? args : []),
        ...(call.options ? [withMs(filledObject(call.options, values))] : []),
      );
    });

  if (given.together) {
    const began = performance.now();
    const each = given.together.flatMap((one) => Array.from({ length: one.times ?? 1 }, () => one));
    const outcomes = await Promise.all(
      each.map(async ({ call, expect }) => {
        const outcome = await act(call);
        return outcomeFault(expect, outcome, sdk) ?? leakOf(outcome, secrets, world);
      }),
    );
    const took = (performance.now() - began) / 1_000;
    if (took > (given.within ?? Number.POSITIVE_INFINITY))
      return `took ${took.toFixed(1)} s, expected ${given.within} s at most`;
    const fault = outcomes.find((found) => found !== null);
    if (fault !== undefined) return fault;
  }
  const steps = given.together
    ? []
    : (given.steps ?? [{ call: given.call ?? { operation: "" }, expect: given.expect }]);
  for (const { call, expect = {}, as, advance = 0 } of steps) {
    time?.advance(advance);
    const outcome = await act(call);
    const fault = outcomeFault(filledObject(expect, values), outcome, sdk) ?? leakOf(outcome, secrets, world);
    if (fault !== null) return given.steps ? `${call.operation}: ${fault}` : fault;
    if (as !== undefined && outcome.ok) values = { ...values, [as]: outcome.result };
  }
  const waits = time?.waits ?? [];
  if (given.expect.waits) {
    const isRight =
      waits.length === given.expect.waits.length &&
      given.expect.waits.every(({ min, max }, at) => (waits[at] ?? -1) >= min && (waits[at] ?? -1) <= max);
    if (!isRight) return `waits: expected ${shown(given.expect.waits)}, got ${shown(waits)}`;
  }
  if (script === null) return null;
  const seen: Seen[] = await (await fetch(String(script.seenUrl))).json();
  const { requests } = given.expect;
  if (requests !== undefined && seen.length !== requests.length)
    return `expected ${requests.length} requests, got ${shown(seen)}`;
  return (
    (requests ?? [])
      .map((expected, at) => requestFault(expected, seen[at] as Seen, `request ${at + 1}`))
      .find(Boolean) ?? acrossTries(given, seen)
  );
};

const filledObject = <Given extends object>(given: Given, values: Values): Given =>
  filled(given, values) as Given;
