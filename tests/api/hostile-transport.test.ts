import { describe, expect, test } from "vitest";
import { overNext, SERVED } from "../support/http/dispatch.ts";
import { expectErrorEnvelope, promisedServiceForFile } from "../support/http/promises.ts";
import { countRows } from "../support/world/rows.ts";
import { ADMIN_KEY, BASE_URL, type CallOptions, type TestTenant } from "../support/world/service.ts";

const service = promisedServiceForFile();

test("a streamed body without a length is cut off where it crosses the line: memory stays flat", async () => {
  const { deps, tenant } = service.get();
  const { liveKey } = await tenant();
  let sent = 0;
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 16 * 1024;
      if (sent > 10 * 1024 * 1024) controller.close();
      else controller.enqueue(new Uint8Array(16 * 1024).fill(32));
    },
    cancel: () => {
      isCancelled = true;
    },
  });
  const headers = { "x-tenant-api-key": liveKey, "content-type": "application/json" };
  const init = { method: "POST", headers, body, duplex: "half" } as const;
  const response = await overNext(deps, new Request(`${BASE_URL}/verify/start`, init));
  expect(response.status).toBe(413);
  expect(isCancelled).toBe(true);
  expect(sent).toBeLessThan(200 * 1024);
});

test("a body that breaks off is an error of the catalogue, and nothing is written", async () => {
  const { deps, tenant } = service.get();
  const { liveKey } = await tenant();
  const before = await countRows(deps);
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error("the connection was reset")),
  });
  const headers = { "x-tenant-api-key": liveKey, "content-type": "application/json" };
  const init = { method: "POST", headers, body, duplex: "half" } as const;
  const response = await overNext(deps, new Request(`${BASE_URL}/verify/start`, init));
  const text = await response.text();
  const answer = { status: response.status, headers: response.headers, body: JSON.parse(text), text };
  expect(expectErrorEnvelope(answer)).toBe("INVALID_REQUEST_BODY");
  expect(await countRows(deps)).toEqual(before);
});

describe("headers and addresses", () => {
  const refused = async (options: (tenant: TestTenant) => [string, string, CallOptions], status: number) => {
    const { call, deps, tenant } = service.get();
    const own = await tenant();
    const before = await countRows(deps);
    const answer = await call(...options(own));
    expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
    expect(await countRows(deps)).toEqual(before);
  };

  test("a key of 100,000 characters, or with strange characters, is just a wrong key", async () => {
    for (const key of [
      "x".repeat(100_000),
      `avk_live_${"9".repeat(100_000)}`,
      "avk_live_\u00e4",
      "avk_live_%00",
    ]) {
      await refused(() => ["POST", "/verify/start", { key }], 401);
    }
  });

  test("doubled headers are refused where they would mean two things", async () => {
    await refused(({ liveKey }) => ["POST", "/verify/start", { key: `${liveKey}, ${liveKey}` }], 401);
    const twice = { "content-type": "application/json, text/plain" };
    await refused(({ liveKey: key }) => ["POST", "/verify/start", { key, body: "{}", headers: twice }], 400);
    const ids = { "idempotency-key": "a, b" };
    await refused(({ liveKey: key }) => ["POST", "/verify/start", { key, body: "{}", headers: ids }], 400);
  });

  test("an address with traversal, doubled slashes or encoded slashes reaches nothing", async () => {
    const { call } = service.get();
    for (const path of [
      "//verify/start",
      "/verify//start",
      "/verify%2fstart",
      "/verify/start/",
      "/VERIFY/START",
      "/",
    ]) {
      expect((await call("POST", path, { body: {} })).status).toBe(404);
    }
    expect((await call("GET", "/admin/tenants/../metrics", {})).status).toBe(401);
    expect((await call("GET", "/admin/tenants/a/b", { adminKey: ADMIN_KEY })).status).toBe(404);
  });

  test("a decoded path parameter with NUL or half a character is an unknown tenant, not a failing database", async () => {
    const { deps } = service.get();
    for (const { contract, handle } of SERVED.filter((served) => served.contract.params)) {
      for (const id of ["ten_\u0000", "\ud800", "../x", "ten_01k9zzzzzzzzzzzzzzzzzzzzzz\n"]) {
        const headers = { "x-admin-key": ADMIN_KEY, "content-type": "application/json" };
        const body = contract.body ? { body: '{"name":"x"}' } : {};
        const request = new Request(
          `${BASE_URL}/admin/tenants/x${contract.method === "DELETE" && contract.query ? "?name=x" : ""}`,
          {
            method: contract.method,
            headers,
            ...body,
          },
        );
        const names = Object.keys(contract.params?.shape ?? {});
        const response = await handle(deps, request, Object.fromEntries(names.map((name) => [name, id])));
        // Some take another body than this one, which is looked at first.
        const expected = contract.body ? expect.toBeOneOf([400, 404]) : 404;
        expect([contract.id, id, response.status]).toEqual([contract.id, id, expected]);
      }
    }
  });
});
