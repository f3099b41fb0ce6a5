import { createTRPCClient, httpBatchLink, TRPCClientError } from "@trpc/client";
import superjson from "superjson";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { TENANT_HEADER } from "#core/member.ts";
import { createLogger } from "#platform/log.ts";
import type { ConsoleRouter } from "#trpc/root.ts";
import { consoleResponse } from "../support/console/browser.ts";
import { consoleCall } from "../support/console/call.ts";
import { expectRefusal } from "../support/console/refusal.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";
import { countRows } from "../support/world/rows.ts";
import { BASE_URL } from "../support/world/service.ts";

const lines: string[] = [];
const log = createLogger({ level: "debug", write: (line) => lines.push(line), now: () => new Date() });
const service = consoleForFile({ overrides: { log } });
let bearer = "";
let tenantId = "";

beforeAll(async () => {
  const { deps, identity, tenant } = service.get();
  tenantId = (await tenant()).id;
  await knownPerson({ deps }, "ada", { tenantId, role: "owner" });
  bearer = await identity.bearer("ada");
});
beforeEach(() => {
  lines.length = 0;
});

type Sent = { path?: string; body: BodyInit; type?: string | null };

const send = async ({ path = "keys.create", body, type = "application/json" }: Sent): Promise<Response> => {
  const request = new Request(`${BASE_URL}/api/trpc/${path}`, { method: "POST", body });
  request.headers.set("authorization", `Bearer ${bearer}`);
  request.headers.set(TENANT_HEADER, tenantId);
  if (type === null) request.headers.delete("content-type");
  else request.headers.set("content-type", type);
  return consoleResponse(service.get().deps, request);
};

const expectRefused = async (sent: Sent): Promise<{ message: string; issues: unknown }> => {
  const { deps } = service.get();
  const before = await countRows(deps);
  const response = await send(sent);
  const body = await response.json();
  expect([response.status, body]).toEqual([400, expectRefusal("INVALID_REQUEST_BODY")]);
  expect(body.issues.length).toBeGreaterThan(0);
  expect(response.headers.get("x-request-id")).toBe(body.request_id);
  expect(await countRows(deps)).toEqual(before);
  expect(lines.filter((line) => /"level":"(warn|error)"/.test(line))).toEqual([]);
  return body;
};

describe("what is no call at all is refused with a reason, and logged as no fault of ours", () => {
  test.each([
    ["half an object", "{", "The body is not valid JSON."],
    ["null", "null", 'expected an object with "json", "meta"'],
    ["nothing", "", 'The body is empty: expected {"json": …}'],
    ["a list", "[]", 'expected an object with "json", "meta"'],
    ["a text", '"json"', 'expected an object with "json", "meta"'],
    ["input without its envelope", '{"mode":"live","name":"a"}', "there is no such field: mode"],
    ["bytes that are no UTF-8", new Uint8Array([123, 0xff, 125]), "The body is not valid UTF-8."],
  ])("%s", async (_what, body, message) => {
    expect((await expectRefused({ body })).message).toBe(message);
  });

  test.each([
    ["a form", "multipart/form-data; boundary=x"],
    ["a form without a boundary", "multipart/form-data"],
    ["bytes", "application/octet-stream"],
    ["text", "text/plain"],
    ["no type", null],
  ])("JSON that says it is %s", async (_what, type) => {
    const body = new TextEncoder().encode('{"json":{"mode":"live","name":"a"}}');
    expect((await expectRefused({ body, type })).message).toContain(
      "The Content-Type must be application/json",
    );
  });

  test.each(["[]", "null", '{"a":{"json":1}}', '{"0":[]}', '{"0":null}', '{"length":{"json":1}}'])(
    "%s for several calls",
    async (body) => {
      await expectRefused({ path: "keys.list,keys.list?batch=1", body });
    },
  );

  test("parameters of the address that tRPC knows and we do not use change nothing", async () => {
    const response = await send({
      path: "keys.list?connectionParams=%7B&input=%7B&lastEventId=%00",
      body: "{}",
    });
    expect(response.status).toBe(200);
  });
});

describe("superjson's marks build nothing", () => {
  const json = { mode: "live", name: "Server" };

  test.each([
    ["__proto__", { values: { "__proto__.polluted": ["Date"] } }],
    ["constructor.prototype", { values: { "constructor.prototype.polluted": ["undefined"] } }],
    [
      "constructor.prototype as a tree",
      { values: { constructor: { prototype: { polluted: ["undefined"] } } } },
    ],
    ["a symbol", { values: { name: [["symbol", "iterator"]] } }],
    ["a class", { values: { name: [["class", "Error"]] } }],
    ["a custom type", { values: { name: [["custom", "Decimal"]] } }],
    ["a typed array", { values: { name: [["typed-array", "Uint8Array"]] } }],
    ["a Date", { values: { name: ["Date"] } }],
    ["a Map", { values: ["map"] }],
    ["a Set with children", { values: [["set"], { 0: ["Date"] }] }],
    ["a bigint", { values: { name: ["bigint"] } }],
    ["an unknown kind", { values: { name: ["nonsense"] } }],
    ["a place that is not there", { values: { "name.deep.er": ["undefined"] } }],
    ["a place in a list", { values: { "events.0": ["undefined"] } }],
    ["no tree", { values: "name" }],
    ["null", { values: null }],
    ["a field that superjson has not", { values: {}, more: 1 }],
    ["no object", "values"],
  ])("%s is refused", async (_what, meta) => {
    const body = JSON.stringify({ json: { ...json, events: ["x"] }, meta }).replace(
      '"__proto__.polluted"',
      '"__proto__"',
    );
    await expectRefused({ body });
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  test("marks nested without end are refused", async () => {
    const values = `${'{"a":'.repeat(2_000)}["undefined"]${"}".repeat(2_000)}`;
    await expectRefused({ body: `{"json":{},"meta":{"values":${values}}}` });
  });

  test("references between places are left out: what came is read as it stands", async () => {
    const meta = {
      referentialEqualities: { name: ["mode", "__proto__.polluted", "constructor.prototype.polluted"] },
    };
    const response = await send({
      path: "keys.list",
      body: JSON.stringify({ json: null, meta: { ...meta, v: 1 } }),
    });
    expect(response.status).toBe(200);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  test("undefined is a field that is not there, as the page's client sends it", async () => {
    const input = { limit: 10, status: undefined, mode: "live", search: undefined };
    expect(superjson.serialize(input).meta).toBeDefined();
    const answer = await consoleCall(service.get().deps, "verifications.list", input, { bearer, tenantId });
    expect(answer, answer.message).toMatchObject({ httpStatus: 200 });
  });
});

describe("the address", () => {
  test.each(["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"])(
    "%s is 405 and names POST",
    async (method) => {
      const route: Readonly<Record<string, unknown>> = await import("../../src/app/api/trpc/[trpc]/route.ts");
      expect(route[method], "the route file has to export it, or Next answers").toBeTypeOf("function");
      const response = await consoleResponse(
        service.get().deps,
        new Request(`${BASE_URL}/api/trpc/session.me`, { method }),
      );
      expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
      expect(await response.json()).toEqual(expectRefusal("METHOD_NOT_ALLOWED"));
    },
  );

  test("a client of tRPC that comes by GET is told so in words", async () => {
    const client = createTRPCClient<ConsoleRouter>({
      links: [
        httpBatchLink({
          url: `${BASE_URL}/api/trpc`,
          transformer: superjson,
          fetch: (url, init) =>
            consoleResponse(service.get().deps, new Request(String(url), init as RequestInit)),
        }),
      ],
    });
    const failure = await client.session.me.query().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TRPCClientError);
    expect(failure).toMatchObject({ message: expect.stringContaining("method"), data: { httpStatus: 405 } });
  });
});

test("a 401 says which credential is wanted, and that the one which came was wrong", async () => {
  const { deps } = service.get();
  const asked = async (path: string, headers: Record<string, string>) => {
    const init = { method: "POST", body: "{}", headers: { "content-type": "application/json", ...headers } };
    const response = await consoleResponse(deps, new Request(`${BASE_URL}${path}`, init));
    return [response.status, response.headers.get("www-authenticate")];
  };
  for (const path of ["/api/trpc/session.me", "/api/console/export/verifications"]) {
    expect(await asked(path, {})).toEqual([401, "Bearer"]);
    expect(await asked(path, { cookie: "a=b" })).toEqual([401, "Bearer"]);
    expect(await asked(path, { authorization: "Bearer nonsense" })).toEqual([
      401,
      'Bearer error="invalid_token"',
    ]);
  }
});
