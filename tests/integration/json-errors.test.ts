import { once } from "node:events";
import { request } from "node:http";
import { json } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { createHttpServer, type NodeHandler } from "#server/http-server.ts";
import { withJsonErrors } from "#server/json-errors.ts";
import { createRest } from "#server/rest.ts";
import { originOf } from "../support/http/dispatch.ts";
import { serviceForFile } from "../support/world/service.ts";

// A program that asks gets the interface's JSON at every address, though the framework answers with pages for people.

const service = serviceForFile();

const PAGE = "<!DOCTYPE html><p>There is no such page</p>";

/** Answers as Next does: it sets headers, flushes them, and writes in pieces. */
const framework =
  (status: number, headers: Record<string, string> = {}): NodeHandler =>
  async (_request, response) => {
    response.statusCode = status;
    for (const [name, value] of Object.entries({ "content-type": "text/html", etag: '"x"', ...headers }))
      response.setHeader(name, value);
    response.flushHeaders();
    await new Promise<void>((resolve) => response.write(PAGE, () => resolve()));
    response.end();
  };

const serve = async (next: NodeHandler): Promise<string> => {
  const { deps } = service.get();
  const rest = createRest(deps);
  const withErrors = withJsonErrors(deps, next);
  const { server, drain } = createHttpServer(
    (request, response) => rest(request, response) ?? withErrors(request, response),
    { proxyHops: 0, isHttps: true },
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => drain(0));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
};

const BODY = z.object({
  request_id: z.string(),
  requestId: z.string(),
  code: z.string(),
  message: z.string(),
  error: z.object({ code: z.string(), message: z.string() }),
});

const ASKING: Record<string, RequestInit> = {
  "sends JSON": {
    method: "POST",
    headers: { "content-type": "application/json; charset=utf-8" },
    body: "{}",
  },
  "sends problem JSON": {
    method: "PUT",
    headers: { "content-type": "application/merge-patch+json" },
    body: "{}",
  },
  "takes JSON": { headers: { accept: "application/json, text/plain" } },
  "sends a tenant's key": { method: "DELETE", headers: { "x-tenant-api-key": "anything" } },
  "sends an admin's key": { headers: { "x-admin-key": "anything" } },
};

describe.each(Object.entries(ASKING))("a client that %s", (_name, init) => {
  test.each(["/v1/verify/start", "/Verify/Start", "/nothing", "/console/nothing", "/api/v1/tokens"])(
    "learns in JSON that there is nothing at %s",
    async (path) => {
      const origin = await serve(framework(404));
      const answer = await fetch(origin + path, init);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "application/json"]);
      expect(answer.headers.get("etag")).toBeNull();
      expect(answer.headers.get("strict-transport-security")).toContain("max-age");
      const body = BODY.parse(await answer.json());
      expect(body).toMatchObject({ code: "NOT_FOUND", requestId: answer.headers.get("x-request-id") });
    },
  );
});

test("a method that a page does not have is refused in JSON, with those that it has", async () => {
  const origin = await serve(framework(405, { allow: "GET, HEAD" }));
  const answer = await fetch(`${origin}/docs`, { method: "POST", headers: { accept: "application/json" } });
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  expect(BODY.parse(await answer.json()).code).toBe("METHOD_NOT_ALLOWED");
});

test("browsers read the page, and answers that are JSON or found stay as they are", async () => {
  const browser = { headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } };
  const missing = await fetch(`${await serve(framework(404))}/nothing`, browser);
  expect([missing.status, await missing.text()]).toEqual([404, PAGE]);
  const asking = { headers: { accept: "application/json" } };
  const found = await fetch(`${await serve(framework(200))}/docs`, asking);
  expect([found.status, found.headers.get("etag"), await found.text()]).toEqual([200, '"x"', PAGE]);
  const own = await fetch(
    `${await serve(framework(404, { "content-type": "application/json" }))}/api/trpc/x`,
    asking,
  );
  expect([own.status, await own.text()]).toEqual([404, PAGE]);
});

test.each([
  "/verify/status?verificationId=100%",
  "/verify/status?verificationId=%zz",
  "/docs?q=%ED%A0%80",
  "/%",
])("a broken percent-encoding is INVALID_PARAMETERS with the usual body: %s", async (target) => {
  const origin = await originOf(service.get().deps);
  const { host, port } = new URL(origin);
  // Not by fetch, which mends some of these.
  const sending = request({ host: host.split(":")[0], port, path: target, headers: { host: "a" } }).end();
  const [answer] = await once(sending, "response");
  expect(answer.statusCode).toBe(400);
  const body = BODY.parse(await json(answer));
  expect(body).toMatchObject({
    code: "INVALID_PARAMETERS",
    error: { code: "INVALID_PARAMETERS" },
    requestId: answer.headers["x-request-id"],
  });
});
