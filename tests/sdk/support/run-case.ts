// One case of sdk/cases, played with the TypeScript SDK. It asks for nothing but fetch, so that Bun, Deno and workerd run it
// as it is; the SDK itself is handed in.

import type { CallOf, Case, Expected, HandlerCase, Values } from "./case.ts";
import {
  acrossTries,
  differenceOf,
  errorFault,
  fakeClock,
  isObject,
  postJson,
  requestFault,
  type Sdk,
  type Seen,
  shown,
  type World,
} from "./compare.ts";
import { runHandlerCase } from "./run-handler.ts";

export type { World } from "./compare.ts";

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

/** @returns what is wrong; null: the SDK keeps the case's guarantee */
export const runCase = async (given: Case, sdk: Sdk, world: World): Promise<string | null> => {
  if (given.handler) return runHandlerCase(given as unknown as HandlerCase, sdk, world);
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
