import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { ENDPOINTS } from "#contracts/public/endpoints.ts";
import { createLogger } from "#platform/log.ts";
import { appRouter } from "#trpc/root.ts";
import { type ConsoleAnswer, consoleCall } from "../support/console/call.ts";
import { EXAMPLES as PROCEDURES, type Things } from "../support/console/procedure-examples.ts";
import { dispatch } from "../support/http/dispatch.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";
import { makeThings } from "../support/world/make-things.ts";
import { countRows } from "../support/world/rows.ts";
import { type Answer, BASE_URL } from "../support/world/service.ts";
import { type Place, textPlaces, withValue } from "../support/world/text-places.ts";
import { exampleOf, type World } from "./matrix/examples.ts";
import { credentialFor, send } from "./matrix/provocations.ts";

// Every text of every endpoint and of every procedure, also those that no example fills in: what is no text, or none
// that can be stored, is the caller's mistake, is told with the field's name, and leaves nothing behind.

const complaints: string[] = [];
const log = createLogger({
  level: "warn",
  write: (line) => complaints.push(line),
  now: () => new Date(),
});
const service = consoleForFile({
  env: { AUTH_FAILURES_PER_MINUTE: "100000", CONSOLE_CALLS_PER_MINUTE: "100000" },
  overrides: { log },
});

const EVIL: readonly [what: string, value: unknown][] = [
  ["NUL", "a\u0000b"],
  ["a high surrogate alone", "a\ud83d"],
  ["a low surrogate alone", "\ude00b"],
  ["a text without end", "x".repeat(60_000)],
  ["a list of lists", [["x"]]],
  ["an object", { a: {} }],
];

let things: Things;
let bearer = "";

beforeAll(async () => {
  const { identity } = service.get();
  things = await makeThings(service.get(), "Malformed", "ada", "hal");
  await knownPerson(service.get(), "ada", { tenantId: things.tenantId, role: "owner" }).catch(
    () => undefined,
  );
  bearer = await identity.bearer("ada");
});

afterEach(() => {
  expect(complaints.splice(0)).toEqual([]);
});

/** Runs it, and looks whether it left anything. */
const leavingNothing = async (work: () => Promise<void>): Promise<void> => {
  const { deps } = service.get();
  const before = await countRows(deps);
  await work();
  expect(await countRows(deps)).toEqual(before);
};

const lastName = (place: Place): string => String(place.findLast((part) => typeof part === "string") ?? "");

// What an unknown id is answered with names the thing in place of the field.
const names = (text: string, place: Place): boolean =>
  text.includes(lastName(place)) || /not found|no such|unknown|there is no/i.test(text);

const declared = z.object({ inputs: z.array(z.instanceof(z.ZodType)) });
const procedures = Object.entries(appRouter._def.procedures).flatMap(([path, procedure]) =>
  declared.parse(Reflect.get(procedure, "_def")).inputs.map((schema) => ({ path, schema })),
);

describe.each(procedures)("$path", ({ path, schema }) => {
  const call = (input: unknown): Promise<ConsoleAnswer> =>
    consoleCall(service.get().deps, path, input, { bearer, tenantId: things.tenantId });

  test.each(EVIL)("refuses %s in each of its texts, and in the name of a field", async (_what, value) => {
    const good = PROCEDURES[path]?.input(things);
    const inputs = textPlaces(schema).map((place) => ({ place, input: withValue(good, place, value) }));
    const strange =
      typeof value === "string" ? [{ place: [""], input: { ...Object(good), [value]: 1 } }] : [];
    await leavingNothing(async () => {
      for (const { place, input } of [...inputs, ...strange]) {
        const answer = await call(input);
        const told = JSON.stringify([answer.message, answer.issues]);
        expect([path, place, answer.httpStatus, told]).toEqual([
          path,
          place,
          expect.toBeOneOf([400, 404]),
          told,
        ]);
        expect(names(told, place), `${place.join(".")}: ${told}`).toBe(true);
        expect(answer.requestId).toMatch(/^req_/);
      }
    });
  });
});

describe.each(ENDPOINTS.filter(({ body }) => body))("$method $path", (contract) => {
  const schema = contract.body ?? z.never();

  test.each(EVIL)("refuses %s in each text of its body, and in the name of a field", async (what, value) => {
    const tenant = await service.get().tenant({ plan: "scale" });
    const world: World = { service: service.get(), tenant };
    const { path, body: good } = await exampleOf(contract).good(world);
    // A token is any text: whether it is one of ours is the answer, not a mistake.
    const isAnswer = what === "a text without end" && contract.id === "tokens.validate";
    const bodies = isAnswer
      ? []
      : textPlaces(schema).map((place) => ({ place, body: withValue(good, place, value) }));
    const strange =
      typeof value === "string" && !isAnswer ? [{ place: [""], body: { ...Object(good), [value]: 1 } }] : [];
    await leavingNothing(async () => {
      for (const { place, body } of [...bodies, ...strange]) {
        const answer = await send(world, contract, { path, body: JSON.stringify(body) });
        expect([contract.id, place, answer.status, answer.text]).toEqual([
          contract.id,
          place,
          expect.toBeOneOf([400, 404]),
          answer.text,
        ]);
        expect(names(answer.text, place), `${place.join(".")}: ${answer.text}`).toBe(true);
      }
    });
  });
});

describe.each(ENDPOINTS.filter(({ query, params }) => query ?? params))("$method $path", (contract) => {
  const raw = async (world: World, path: string, body: unknown): Promise<Pick<Answer, "status" | "text">> => {
    const { key, adminKey } = credentialFor(contract, world);
    const headers = {
      ...(key === undefined ? {} : { "x-tenant-api-key": key }),
      ...(adminKey === undefined ? {} : { "x-admin-key": adminKey }),
      "content-type": "application/json",
    };
    const init = {
      method: contract.method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    const response = await dispatch(service.get().deps, new Request(BASE_URL + path, init));
    return { status: response.status, text: await response.text() };
  };

  // An address is bytes: half a surrogate pair comes as bytes that are no UTF-8.
  test.each(["%00", "a%00b", "%ED%A0%80", "%FF", "x".repeat(10_000)])(
    "refuses %s in each of its parameters and in the path",
    async (value) => {
      const tenant = await service.get().tenant({ plan: "scale" });
      const world: World = { service: service.get(), tenant };
      const { path, body } = await exampleOf(contract).good(world);
      const { pathname } = new URL(path, BASE_URL);
      const parameters = contract.query ? textPlaces(contract.query).map(([name]) => String(name)) : [];
      await leavingNothing(async () => {
        for (const name of parameters) {
          const answer = await raw(world, `${pathname}?${name}=${value}`, body);
          // Bytes that are no UTF-8 are read as U+FFFD, which is a text that names nothing.
          const isText = !value.includes("00") && value.startsWith("%");
          const allowed = isText ? [200, 400, 404] : [400, 404];
          expect([name, answer.status, answer.text]).toEqual([name, expect.toBeOneOf(allowed), answer.text]);
          if (answer.status !== 200) expect(names(answer.text, [name]), answer.text).toBe(true);
        }
        for (const name of Object.keys(contract.params?.shape ?? {})) {
          const at = contract.path.split("/").indexOf(`:${name}`);
          const parts = pathname.split("/");
          const answer = await raw(world, parts.with(at, value).join("/"), body);
          expect([name, answer.status, answer.text]).toEqual([
            name,
            expect.toBeOneOf([400, 404]),
            answer.text,
          ]);
        }
      });
    },
  );
});

test("headers that are read are judged as the rest is", async () => {
  const { deps, tenant } = service.get();
  const { liveKey } = await tenant();
  for (const name of [
    "x-request-id",
    "idempotency-key",
    "x-tenant-api-key",
    "authorization",
    "x-lintel-tenant",
  ]) {
    for (const value of ["\u00ff\u00fe", "x".repeat(9_000), "a\tb", "%00", '"; drop']) {
      const headers = { "x-tenant-api-key": liveKey, "content-type": "application/json", [name]: value };
      const rest = await dispatch(
        deps,
        new Request(`${BASE_URL}/verify/start`, { method: "POST", body: "{}", headers }),
      );
      expect([name, value, rest.status]).toEqual([name, value, expect.toBeOneOf([200, 400, 401])]);
      expect(rest.headers.get("x-request-id")).toMatch(/^req_/);
      const answer = await consoleCall(deps, "keys.list", undefined, {
        bearer,
        tenantId: things.tenantId,
        headers: { [name]: value },
      });
      expect([name, value, answer.httpStatus]).toEqual([name, value, expect.toBeOneOf([200, 400, 401, 404])]);
    }
  }
});
