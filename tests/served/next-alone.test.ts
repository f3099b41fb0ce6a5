import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { newGate, proofFor } from "../support/gates/gate-service.ts";
import { approvedToken, secretOf, start, statusOf, validate } from "../support/http/actions.ts";
import { createServeWorld, startCommand } from "../support/http/serve-process.ts";
import { ADMIN_KEY, answerOf, type Call, requestOf } from "../support/world/service.ts";

// `next start` on the build, without src/server/main.ts: a platform that runs Next and nothing else gets the whole REST
// interface, the hosted page and the console. docs/deployment.md says what it does not get.

const NEXT = fileURLToPath(new URL("../../node_modules/next/dist/bin/next", import.meta.url));

const startNext = async (more: Readonly<Record<string, string>> = {}) => {
  const world = await createServeWorld(more);
  const args = [NEXT, "start", "--port", String(world.port), "--hostname", "127.0.0.1"];
  const started = startCommand(process.execPath, args, world.env);
  await expect.poll(started.output, { timeout: 60_000 }).toContain("Ready in");
  const origin = `http://127.0.0.1:${world.port}`;
  const call: Call = async (method, path, options = {}) => {
    const { headers, body } = requestOf(method, path, options);
    const sent = body === null ? null : await new Response(body).bytes();
    return answerOf(await fetch(origin + path, { method, headers, body: sent, redirect: "manual" }));
  };
  return { ...world, ...started, call };
};

test("next start alone is a full service", async () => {
  const { call, service, ended, kill, output } = await startNext({ AUTH_FAILURES_PER_MINUTE: "5" });

  // From the admin's tenant to a token that its backend checks.
  const created = await call("POST", "/admin/tenants", { adminKey: ADMIN_KEY, body: { name: "On Next" } });
  expect(created.status, created.text).toBe(200);
  const key = String(created.body.apiKey);
  const { token, verificationId } = await approvedToken(call, key);
  expect(await validate(call, key, token)).toMatchObject({ valid: true, over18: true });
  expect(await statusOf(call, key, verificationId)).toMatchObject({ status: "completed" });

  // The same rules as everywhere: limits, ids, and errors in the interface's JSON.
  const answer = await call("GET", `/verify/status?verificationId=${verificationId}`, {
    key,
    headers: { "x-request-id": "from-the-caller" },
  });
  expect(answer.headers.get("x-request-id")).toBe("from-the-caller");
  expect(answer.headers.get("ratelimit")).toMatch(/r=\d+;t=\d+/);
  expect(answer.headers.get("ratelimit-policy")).not.toBeNull();
  const refused: [method: string, path: string, options: object, status: number, code: string][] = [
    ["GET", "/verify/nothing-here", {}, 404, "NOT_FOUND"],
    ["DELETE", "/verify/start", { key }, 405, "METHOD_NOT_ALLOWED"],
    ["OPTIONS", "/verify/start", {}, 405, "METHOD_NOT_ALLOWED"],
    ["POST", "/verify/start", { key, body: "{" }, 400, "INVALID_REQUEST_BODY"],
    ["POST", "/verify/start", { key, body: `"${"x".repeat(70_000)}"` }, 413, "PAYLOAD_TOO_LARGE"],
    ["POST", "/verify/start", {}, 401, "AUTH_INVALID_KEY"],
    ["GET", "/admin/tenants", { adminKey: "not the key" }, 401, "UNAUTHENTICATED_ADMIN"],
  ];
  for (const [method, path, options, status, code] of refused) {
    const { body, headers, ...got } = await call(method, path, options);
    expect({ status: got.status, code: body.code }, `${method} ${path}`).toEqual({ status, code });
    expect(body.request_id).toBe(headers.get("x-request-id"));
    if (status === 405) expect(headers.get("allow")).toBe("POST");
  }
  // A gate's check, with every method: Envoy asks with the visitor's own.
  const tenant = await service.tenant();
  const gate = await newGate(service, tenant.id);
  const proof = { headers: { cookie: `${gate.cookieName}=${proofFor(gate, new Date())}` } };
  expect((await call("GET", `/gate/${gate.siteId}/check`)).status).toBe(401);
  expect((await call("GET", `/gate/${gate.siteId}/check`, proof)).status).toBe(204);
  expect((await call("PUT", `/gate/${gate.siteId}/check/wine`, proof)).status).toBe(200);
  const head = await call("HEAD", "/.well-known/jwks.json");
  expect([head.status, head.text]).toEqual([200, ""]);

  // A client cannot say that it is another one: wrong keys count for the address of its connection.
  const guesses: number[] = [];
  for (let i = 0; i < 6; i += 1) {
    const headers = { "x-forwarded-for": `198.51.100.${i}` };
    guesses.push((await call("GET", "/admin/tenants", { adminKey: "not the key", headers })).status);
  }
  expect(guesses.at(-1)).toBe(429);

  // The rest of the service.
  expect((await call("GET", "/health")).body).toMatchObject({ status: "ok" });
  expect((await call("GET", "/openapi.json")).body).toHaveProperty("openapi");
  expect((await call("GET", "/admin/metrics", { adminKey: ADMIN_KEY })).body).toHaveProperty("uptimeSeconds");
  const opened = await start(call, key);
  const page = await call("GET", `/v/${secretOf(opened)}`);
  expect(page.status).toBe(200);
  expect(page.text).toContain("<title>");
  expect(page.headers.get("content-security-policy")).toContain("'strict-dynamic'");
  expect((await call("GET", `/v/${"a".repeat(43)}`)).status).toBe(404);
  expect((await call("GET", "/console/sign-in")).status).toBe(200);
  expect((await call("POST", "/api/trpc/session.me", { body: {} })).status).toBe(401);

  // It is one program: what this process' twin writes is read there, and nothing broke on the way.
  const there = await start(service.call, key);
  expect(await statusOf(call, key, there.verificationId)).toMatchObject({ status: "pending" });
  expect(output()).not.toMatch(/error/i);
  kill("SIGTERM");
  expect(await ended).toBe(143);
}, 180_000);
