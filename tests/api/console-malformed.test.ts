import { createTRPCClient, httpBatchLink, TRPCClientError } from "@trpc/client";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { TENANT_HEADER } from "#core/member.ts";
import { createLogger } from "#platform/log.ts";
import type { ConsoleRouter } from "#trpc/root.ts";
import { TRANSFORMER } from "#trpc/transformer.ts";
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
    const body = new TextEncoder().encode('{"mode":"live","name":"a"}');
    expect((await expectRefused({ body, type })).message).toContain(
      "The Content-Type must be application/json",
    );
  });

  test.each(["[]", "null", "1", '{"a":{}}', '{"length":{}}'])("%s for several calls", async (body) => {
    const { message } = await expectRefused({ path: "keys.list,keys.list?batch=1", body });
    expect(message).toContain("expected an object with an input for each call");
  });

  test.each([
    ["a field __proto__", '{"__proto__":{"polluted":1}}', "__proto__"],
    ["a field __proto__ in a list", '{"name":"a","events":[{"__proto__":{"polluted":1}}]}', "events.0"],
    ["NUL", '{"mode":"live","name":"\\u0000"}', "name"],
    ["half a surrogate pair", '{"mode":"live","name":"\\ud800"}', "name"],
    [
      "nesting without end",
      `{"name":${"[".repeat(2_000)}${"]".repeat(2_000)}}`,
      "nested deeper than 20 levels",
    ],
  ])("%s, whose place is named alike in one call and in several", async (_what, input, place) => {
    const { message } = await expectRefused({ body: input });
    expect(message).toContain(place);
    const batch = { path: "keys.list,keys.create?batch=1", body: `{"0":{},"1":${input}}` };
    expect((await expectRefused(batch)).message.replace(/(\.0)+:/, ":")).toBe(
      message.replace(/(\.0)+:/, ":"),
    );
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  test("parameters of the address that tRPC knows and we do not use change nothing", async () => {
    const response = await send({
      path: "keys.list?connectionParams=%7B&input=%7B&lastEventId=%00",
      body: "{}",
    });
    expect(response.status).toBe(200);
  });
});

describe("an input is the JSON that came, and nothing is built from it", () => {
  const create = (body: string) => send({ path: "keys.create", body });

  test.each([
    ["nothing", "", "is missing"],
    ["null", "null", "expected an object"],
    ["a list", "[]", "expected an object"],
    ["a text", '"json"', "expected an object"],
  ])("%s in place of the fields is refused with a reason", async (_what, body, reason) => {
    const { deps } = service.get();
    const before = await countRows(deps);
    const response = await create(body);
    const { error } = await response.json();
    expect([response.status, error.json.data.errorCode]).toEqual([400, "INVALID_REQUEST_BODY"]);
    expect(JSON.stringify(error.json.data.issues)).toContain(reason);
    expect(await countRows(deps)).toEqual(before);
  });

  test("superjson's envelope and its marks are fields like any other: unknown ones", async () => {
    const meta = { values: { name: [["class", "Error"]], "constructor.prototype.polluted": ["undefined"] } };
    const response = await create(JSON.stringify({ json: { mode: "live", name: "Server" }, meta }));
    const { error } = await response.json();
    expect([response.status, error.json.data.errorCode]).toEqual([400, "INVALID_REQUEST_BODY"]);
    const { issues }: { issues: { path: string; message: string }[] } = error.json.data;
    for (const path of ["json", "meta"])
      expect(issues).toContainEqual({ path, message: "there is no such field" });
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  test("a field that is undefined in a program is not there, as the page's client sends it", async () => {
    const input = { limit: 10, status: undefined, mode: "live", search: undefined };
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
          transformer: TRANSFORMER,
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
