import { expect } from "vitest";
import { z } from "zod";
import { errorBody } from "#contracts/public/common.ts";
import { type Endpoint, errorsOf } from "#contracts/public/endpoint.ts";
import { ENDPOINTS } from "#contracts/public/endpoints.ts";
import { openApiDocument } from "#contracts/public/openapi.ts";
import { ERRORS } from "#core/errors.ts";
import type { Deps } from "#services/context.ts";
import {
  type Answer,
  BASE_URL,
  type Call,
  callOf,
  serviceForFile,
  type TestService,
} from "../world/service.ts";

const operations = z.record(
  z.string(),
  z.record(z.string(), z.looseObject({ responses: z.record(z.string(), z.unknown()) })),
);
const { paths } = z.object({ paths: operations }).parse(openApiDocument(BASE_URL));

const patternOf = (contract: Endpoint): RegExp =>
  new RegExp(`^${contract.path.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}$`);

const contractOf = (method: string, path: string): Endpoint | undefined =>
  ENDPOINTS.find(
    (contract) => contract.method === method && patternOf(contract).test(new URL(path, BASE_URL).pathname),
  );

const statusesInDocument = (contract: Endpoint): string[] => {
  const operation = paths[contract.path.replace(/:(\w+)/g, "{$1}")]?.[contract.method.toLowerCase()];
  return Object.keys(operation?.responses ?? {});
};

/** One error body in both shapes of the interface, with its code's status. Returns the code. */
export const expectErrorEnvelope = (answer: Answer): string => {
  const body = errorBody.parse(answer.body);
  expect(body).toEqual(answer.body); // nothing beyond what is promised
  expect(body.request_id).toBe(answer.headers.get("x-request-id"));
  expect(body.requestId).toBe(body.request_id);
  expect(body.error).toMatchObject({ code: body.code, message: body.message });
  expect(body.error.retryAfterSeconds).toBe(body.retryAfterSeconds);
  expect(answer.headers.get("retry-after")).toBe(body.retryAfterSeconds?.toString() ?? null);
  expect(ERRORS[body.code].status).toBe(answer.status);
  expect(body.message.length).toBeGreaterThan(10);
  if (answer.status === 400 && body.code.startsWith("INVALID_"))
    expect(body.issues?.length).toBeGreaterThan(0);
  if (answer.status === 429) expect(body.retryAfterSeconds).toBeGreaterThan(0);
  return body.code;
};

/** Whether an answer is one that the contract and the OpenAPI document promise. */
export const expectPromised = (method: string, path: string, answer: Answer): void => {
  expect(answer.headers.get("x-request-id")).toMatch(/^[A-Za-z0-9][A-Za-z0-9._:-]{7,99}$/);
  const contract = contractOf(method, path);
  if (!contract) {
    expect(["NOT_FOUND", "METHOD_NOT_ALLOWED"]).toContain(expectErrorEnvelope(answer));
    return;
  }
  expect(statusesInDocument(contract)).toContain(String(answer.status));
  if (answer.headers.get("content-type")?.startsWith("text/plain")) {
    expect([answer.status, contract.plainText]).toEqual([200, true]);
  } else if (answer.headers.get("content-type")?.startsWith("application/x-ndjson")) {
    expect([answer.status, contract.jsonLines !== undefined]).toEqual([200, true]);
  } else if (answer.status === 200) {
    // The same fields in the same order: some endpoints are not put through their schema before they are sent.
    expect(JSON.stringify(answer.body)).toBe(JSON.stringify(contract.response.parse(answer.body)));
  } else {
    expect(errorsOf(contract)).toContain(expectErrorEnvelope(answer));
  }
};

const promised =
  (call: Call): Call =>
  async (method, path, options) => {
    const answer = await call(method, path, options);
    if (method !== "HEAD") expectPromised(method, path, answer);
    return answer;
  };

/** Calls with single parts replaced, each answer held against the contract. */
export const callWith = (deps: Deps, overrides: Partial<Deps>): Call =>
  promised(callOf({ ...deps, ...overrides }));

/** As `serviceForFile`, but every answer is held against its contract and the OpenAPI document. */
export const promisedServiceForFile = (
  options: Parameters<typeof serviceForFile>[0] = {},
): { get(): TestService } => {
  const env = { AUTH_FAILURES_PER_MINUTE: "100000", ...options.env };
  const service = serviceForFile({ ...options, env });
  return { get: () => ({ ...service.get(), call: promised(service.get().call) }) };
};
