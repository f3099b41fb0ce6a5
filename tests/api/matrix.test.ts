import { describe, expect, test } from "vitest";
import { type Endpoint, errorsOf } from "#contracts/public/endpoint.ts";
import { ENDPOINTS } from "#contracts/public/endpoints.ts";
import { ERRORS, type ErrorCode } from "#core/errors.ts";
import { SERVED } from "../support/http/dispatch.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { testClock } from "../support/world/clock.ts";
import { countRows } from "../support/world/rows.ts";
import type { Answer } from "../support/world/service.ts";
import { EXAMPLES, type Example, exampleOf, type World } from "./matrix/examples.ts";
import { AUTH_FAILURES, PROVOCATIONS, send } from "./matrix/provocations.ts";

// It stands in the middle of a minute: at the turn of one, a rate limit admits one call more.
const { now } = testClock(new Date(Math.floor(Date.now() / 60_000) * 60_000 + 30_000));
const service = promisedServiceForFile({
  env: { AUTH_FAILURES_PER_MINUTE: String(AUTH_FAILURES) },
  overrides: { now },
});

const newWorld = async (overrides = {}): Promise<World> => {
  const own = service.get();
  return { service: own, tenant: await own.tenant({ plan: "scale", overrides }) };
};

test("every endpoint has an example, is served, and no example is left over", () => {
  const ids = new Set(ENDPOINTS.map(({ id }) => id));
  expect(ids.size).toBe(ENDPOINTS.length);
  expect(new Set(Object.keys(EXAMPLES))).toEqual(ids);
  expect(new Set(SERVED.map(({ contract }) => contract.id))).toEqual(ids);
});

const requestFor = async (
  world: World,
  contract: Endpoint,
  example: Example,
  code: ErrorCode,
): Promise<() => Promise<Answer>> => {
  const own = await example.codes?.[code]?.(world);
  if (own) return () => send(world, contract, own);
  const provoke = PROVOCATIONS[code];
  if (!provoke) throw new Error(`tests/api/matrix knows no way to ${code} at ${contract.id}`);
  return provoke(world, contract, example);
};

describe.each(ENDPOINTS)("$method $path", (contract) => {
  test("answers 200 with the promised fields and no others", async () => {
    const world = await newWorld();
    const answer = await send(world, contract, await exampleOf(contract).good(world));
    expect(answer.status).toBe(200);
  });

  // Every code that the contract promises can really be met, and comes with its status.
  test.each(errorsOf(contract))("answers %s where it promises to, and writes nothing then", async (code) => {
    const example = exampleOf(contract);
    const world = await newWorld(example.tenants?.[code]);
    const request = await requestFor(world, contract, example, code);
    const before = await countRows(world.service.deps);
    const answer = await request();
    expect(answer).toMatchObject({ status: ERRORS[code].status, body: { code, error: { code } } });
    expect(await countRows(world.service.deps)).toEqual(before);
  });

  test("keeps the caller's own X-Request-Id where it is sane, and only there", async () => {
    const world = await newWorld();
    const sent = await exampleOf(contract).good(world);
    const sane = await send(world, contract, sent, { headers: { "x-request-id": "my-request.1:2_3" } });
    expect(sane.headers.get("x-request-id")).toBe("my-request.1:2_3");
    for (const insane of [
      "short",
      "x".repeat(101),
      "with space in it",
      "<script>alert(1)",
      "-leading-dash",
    ]) {
      const answer = await send(world, contract, sent, { headers: { "x-request-id": insane } });
      expect(answer.headers.get("x-request-id")).toMatch(/^req_[0-9a-z]{26}$/);
    }
  });

  test("is refused by other methods with 405 and the methods that there are", async () => {
    const world = await newWorld();
    const { path } = await exampleOf(contract).good(world);
    const there = ENDPOINTS.filter((other) => other.path === contract.path).map(({ method }) => `${method}`);
    for (const method of ["PUT", "DELETE", "OPTIONS"].filter((other) => !there.includes(other))) {
      const answer = await service.get().call(method, path);
      expect(answer).toMatchObject({ status: 405, body: { code: "METHOD_NOT_ALLOWED" } });
      expect(answer.headers.get("allow")?.split(", ")).toContain(contract.method);
      expect(answer.headers.get("allow")?.split(", ")).not.toContain(method);
    }
  });
});
