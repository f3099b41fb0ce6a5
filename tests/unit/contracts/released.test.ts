import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { openApiDocument } from "#contracts/public/openapi.ts";
import { RELEASED_CONTRACT } from "../../../scripts/lib/contract.ts";
import { breakingChanges } from "../../../scripts/lib/contract-diff.ts";

// The gate before a breaking change. CONTRIBUTING.md, "When the interface changes", says what to do when it fails.

const read = (path: string) =>
  z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(path, "utf8")));

const released = read(RELEASED_CONTRACT);

const plain = (document: unknown) =>
  z.record(z.string(), z.unknown()).parse(JSON.parse(JSON.stringify(document)));

test("the interface breaks no client of the last release", () => {
  expect(breakingChanges(released, plain(openApiDocument("https://age.example.com")))).toEqual([]);
});

test("the contract that is compared with is that of the last release", () => {
  expect(released["x-release"]).toBe(read("package.json").version);
});

type Schema = { properties: Record<string, object>; required: string[]; [more: string]: unknown };

const object = (properties: Record<string, object>, required: string[] = [], more: object = {}): Schema => ({
  ...{ type: "object", properties, required },
  ...more,
});

const closed = { additionalProperties: false };

/** A small interface: one call with a body, one with a query, one event. */
const before = {
  paths: {
    "/start": {
      post: {
        security: [{ key: [] }],
        requestBody: {
          required: false,
          content: {
            "application/json": {
              schema: object(
                { age: { type: "integer", minimum: 13 }, kind: { enum: ["a", "b"] } },
                [],
                closed,
              ),
            },
          },
        },
        responses: {
          "200": {
            headers: { "X-Request-Id": {} },
            content: {
              "application/json": {
                schema: object(
                  {
                    id: { type: "string" },
                    status: { $ref: "#/components/schemas/Status" },
                    result: object({ verified: { type: "boolean" } }, ["verified"]),
                    list: { type: "array", items: object({ at: { type: "string" } }, ["at"]) },
                    cursor: { anyOf: [{ type: "string" }, { type: "null" }] },
                  },
                  ["id", "status"],
                ),
              },
            },
          },
        },
      },
    },
    "/status": {
      get: {
        security: [{ key: [] }],
        parameters: [
          { name: "id", in: "query", required: true, schema: { type: "string" } },
          { name: "limit", in: "query", required: false, schema: { type: "integer", maximum: 100 } },
        ],
        responses: { "200": {} },
      },
    },
  },
  webhooks: {
    completed: {
      post: {
        security: [],
        requestBody: {
          required: true,
          content: { "application/json": { schema: object({ event: { const: "completed" } }, ["event"]) } },
        },
        responses: {},
      },
    },
  },
  components: { schemas: { Status: { type: "string", enum: ["pending", "failed"] } } },
};

type Document = typeof before;

const after = (change: (document: Document) => void): string[] => {
  const changed = structuredClone(before);
  change(changed);
  return breakingChanges(before, changed);
};

const post = (document: Document) => document.paths["/start"].post;
const bodyOf = (document: Document) => post(document).requestBody.content["application/json"].schema;
const answerOf = (document: Document) => post(document).responses["200"].content["application/json"].schema;
const get = (document: Document) => document.paths["/status"].get;
const eventOf = (document: Document) =>
  document.webhooks.completed.post.requestBody.content["application/json"].schema;

describe("a change is breaking", () => {
  const changes: [string, (document: Document) => void, string][] = [
    ["a path is gone", (d) => Reflect.deleteProperty(d.paths, "/status"), "GET /status is gone"],
    ["a method is gone", (d) => Reflect.deleteProperty(d.paths["/status"], "get"), "GET /status is gone"],
    ["an event is gone", (d) => Reflect.deleteProperty(d.webhooks, "completed"), "POST completed is gone"],
    [
      "a field of an answer is gone",
      (d) => Reflect.deleteProperty(answerOf(d).properties, "id"),
      "POST /start answer.id is gone",
    ],
    [
      "a field deep in an answer is gone",
      (d) => Object.assign(answerOf(d).properties, { result: object({}) }),
      "POST /start answer.result .verified is gone",
    ],
    [
      "a field in a list is gone",
      (d) => Object.assign(answerOf(d).properties, { list: { type: "array", items: object({}) } }),
      "POST /start answer.list [] .at is gone",
    ],
    [
      "a field of an event is gone",
      (d) => Reflect.deleteProperty(eventOf(d).properties, "event"),
      "POST completed body.event is gone",
    ],
    [
      "a field of an answer may be absent",
      (d) => Object.assign(answerOf(d), { required: ["status"] }),
      "POST /start answer.id may be absent now",
    ],
    [
      "a field of an answer has another type",
      (d) => Object.assign(answerOf(d).properties, { id: { type: "integer" } }),
      "POST /start answer.id is integer, was string",
    ],
    [
      "a field of an answer may be null",
      (d) => Object.assign(answerOf(d).properties, { id: { anyOf: [{ type: "string" }, { type: "null" }] } }),
      "POST /start answer.id is null, was string",
    ],
    [
      "a named schema of an answer has another type",
      (d) => Object.assign(d.components.schemas, { Status: { type: "integer" } }),
      "POST /start answer.status is integer, was string",
    ],
    [
      "a header of an answer is gone",
      (d) => Object.assign(post(d).responses["200"], { headers: {} }),
      "POST /start answer's header X-Request-Id is gone",
    ],
    [
      "a new field is required",
      (d) =>
        Object.assign(bodyOf(d), { required: ["name"], properties: { ...bodyOf(d).properties, name: {} } }),
      "POST /start body.name is required now",
    ],
    [
      "a field is required that was not",
      (d) => Object.assign(bodyOf(d), { required: ["age"] }),
      "POST /start body.age is required now",
    ],
    [
      "a field is refused",
      (d) => Reflect.deleteProperty(bodyOf(d).properties, "age"),
      "POST /start body.age is gone",
    ],
    [
      "a value is refused",
      (d) => Object.assign(bodyOf(d).properties, { kind: { enum: ["a"] } }),
      'POST /start body.kind "b" is not accepted any more',
    ],
    [
      "a number is refused",
      (d) => Object.assign(bodyOf(d).properties, { age: { type: "integer", minimum: 18 } }),
      "POST /start body.age minimum is 18, was 13",
    ],
    [
      "a text is refused by its shape",
      (d) => Object.assign(get(d).parameters[0] ?? {}, { schema: { type: "string", pattern: "^v" } }),
      "GET /status query parameter id the pattern is ^v, was undefined",
    ],
    [
      "another type is wanted",
      (d) => Object.assign(bodyOf(d).properties, { age: { type: "string", minimum: 13 } }),
      "POST /start body.age is string, was integer",
    ],
    [
      "a body is required",
      (d) => Object.assign(post(d).requestBody, { required: true }),
      "POST /start body is required now",
    ],
    ["a parameter is gone", (d) => get(d).parameters.pop(), "GET /status query parameter limit is gone"],
    [
      "a parameter is required",
      (d) => Object.assign(get(d).parameters[1] ?? {}, { required: true }),
      "GET /status query parameter limit is required now",
    ],
    [
      "another credential is wanted",
      (d) => Object.assign(get(d), { security: [{ other: [] }] }),
      "GET /status takes another credential",
    ],
  ];

  test.each(changes)("where %s", (_name, change, fault) => {
    expect(after(change)).toEqual([fault]);
  });
});

describe("a change is none", () => {
  const changes: [string, (document: Document) => void][] = [
    ["nothing changes", () => undefined],
    ["a path is new", (d) => Object.assign(d.paths, { "/new": { get: {} } })],
    ["an event is new", (d) => Object.assign(d.webhooks, { failed: { post: {} } })],
    ["an optional field is new", (d) => Object.assign(bodyOf(d).properties, { name: { type: "string" } })],
    [
      "more values are accepted",
      (d) => Object.assign(bodyOf(d).properties, { kind: { enum: ["a", "b", "c"] } }),
    ],
    ["any value is accepted", (d) => Object.assign(bodyOf(d).properties, { kind: {} })],
    ["more numbers are accepted", (d) => Object.assign(bodyOf(d).properties, { age: { type: "number" } })],
    [
      "null is accepted too",
      (d) => Object.assign(bodyOf(d).properties, { age: { type: ["integer", "null"], minimum: 13 } }),
    ],
    ["an answer has a new field", (d) => Object.assign(answerOf(d).properties, { more: { type: "string" } })],
    [
      "an answer always has a field",
      (d) => Object.assign(answerOf(d), { required: ["id", "status", "cursor"] }),
    ],
    ["an answer is never null", (d) => Object.assign(answerOf(d).properties, { cursor: { type: "string" } })],
    [
      "an answer has a new value, which clients let pass",
      (d) => d.components.schemas.Status.enum.push("new"),
    ],
    [
      "a parameter is new",
      (d) => get(d).parameters.push({ name: "x", in: "query", required: false, schema: { type: "string" } }),
    ],
    ["a webhook has a new field", (d) => Object.assign(eventOf(d).properties, { more: {} })],
  ];

  test.each(changes)("where %s", (_name, change) => {
    expect(after(change)).toEqual([]);
  });
});
