import { describe, expect, test } from "vitest";
import { admin } from "#contracts/public/endpoints.ts";
import { approvedToken, secretOf, start, statusOf } from "../support/http/actions.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { expectRefused } from "../support/http/refused.ts";
import { ADMIN_KEY as adminKey } from "../support/world/service.ts";

const service = promisedServiceForFile();

const read = async (query: string) => {
  const answer = await service.get().call("GET", `/admin/logs?${query}`, { adminKey });
  return admin.logs.response.parse(answer.body);
};

/** The log of one tenant once it has this many lines: they are written a moment after the answers. */
const linesOf = async (tenantId: string, count: number, filter = "") => {
  const get = () => read(`tenantId=${tenantId}&limit=200${filter}`);
  await expect.poll(async () => (await get()).logs.length, { timeout: 5_000 }).toBe(count);
  return (await get()).logs;
};

/** A tenant with five lines: start 200, start 400, status 200, status 404, validate 200. */
const newTenant = async () => {
  const { call, tenant } = service.get();
  const own = await tenant({ plan: "scale" });
  const key = own.liveKey;
  const { verificationId } = await start(call, key, {}, { headers: { "x-request-id": `request.${own.id}` } });
  await call("POST", "/verify/start", { key, body: { minimumAge: 1 } });
  await statusOf(call, key, verificationId);
  await call("GET", "/verify/status?verificationId=ver_x", { key });
  await call("POST", "/tokens/validate", { key, body: { token: "x" } });
  return { ...own, verificationId };
};

describe("GET /admin/logs", () => {
  test("has one line per request, with what it was and how it ended, newest first", async () => {
    const { id, verificationId } = await newTenant();
    const lines = await linesOf(id, 5);
    const line = (method: string, url: string, status: number, event: string, code: string | null) => ({
      id: expect.stringMatching(/^log_/),
      time: expect.any(String),
      requestId: expect.any(String),
      durationMs: expect.any(Number),
      tenantId: id,
      verificationId: null,
      ...{ method, url, status, event, code },
    });
    const statusUrl = "/verify/status?verificationId";
    expect(lines).toHaveLength(5);
    expect(lines).toEqual(
      expect.arrayContaining([
        { ...line("POST", "/verify/start", 200, "verify.start", null), verificationId },
        line("POST", "/verify/start", 400, "verify.start", "INVALID_REQUEST_BODY"),
        { ...line("GET", statusUrl, 200, "verify.status", null), verificationId },
        line("GET", statusUrl, 404, "verify.status", "VERIFICATION_NOT_FOUND"),
        line("POST", "/tokens/validate", 200, "tokens.validate", null),
      ]),
    );
    const times = lines.map(({ time }) => Date.parse(time));
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  test("filters by each of its fields", async () => {
    const { id } = await newTenant();
    await linesOf(id, 5);
    for (const [filter, count] of [
      ["method=GET", 2],
      ["method=POST", 3],
      ["method=DELETE", 0],
      ["status=200", 3],
      ["status=4xx", 2],
      ["status=404", 1],
      ["status=5xx", 0],
      ["event=verify.start", 2],
      ["event=verify", 0],
      ["path=/verify/status", 2],
      ["path=/verify", 0],
      ["path=/verify/%25", 0],
      [`requestId=request.${id}`, 1],
      ["from=2000-01-01T00:00:00Z&to=2099-01-01T00:00:00%2B02:00", 5],
      ["from=2099-01-01T00:00:00Z", 0],
      ["to=2000-01-01T00:00:00Z", 0],
      ["method=POST&status=4xx&event=verify.start", 1],
    ] as const) {
      expect([filter, (await read(`tenantId=${id}&${filter}`)).logs.length]).toEqual([filter, count]);
    }
    expect((await read("tenantId=ten_x")).logs).toEqual([]);
  });

  test("leads through all pages by its cursor: no line twice, none left out", async () => {
    const { id } = await newTenant();
    const all = (await linesOf(id, 5)).map((line) => line.id);
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page = await read(`tenantId=${id}&limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`);
      seen.push(...page.logs.map((line) => line.id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(all);
  });

  test("holds no query values, keys, tokens, secrets or bodies, wherever a caller puts them", async () => {
    const { call, deps, tenant } = service.get();
    const { id, liveKey: key } = await tenant({ plan: "scale" });
    const started = await start(call, key, { metadata: { note: "marked-metadata" } });
    const { token } = await approvedToken(call, key);
    await call("GET", `/verify/status?verificationId=${key}`, { key });
    await call("POST", "/verify/complete", {
      key,
      body: { verificationId: token.slice(0, 200), verifiedAge: 3 },
    });
    await call("POST", "/verify/submit", { key, body: { verificationId: "Jane Doe", result: "approved" } });
    await call("GET", `/verify/status?verificationId=x&${key}=1&marked=marked-value`, { key });
    await call("GET", `/admin/tenants/${key}`, { adminKey });
    await call("GET", `/v/${secretOf(started)}/marked`);
    await linesOf(id, 7);
    const { rows } = await deps.db.pool.query<{ line: string }>(
      "select row_to_json(l)::text as line from request_log l",
    );
    const log = rows.map(({ line }) => line).join("\n");
    expect(log).toContain("avk_live_[redacted]");
    for (const secret of [key.slice(9), token.slice(0, 40), "Jane", "marked-", secretOf(started).slice(3)]) {
      expect(log).not.toContain(secret);
    }
  });

  test("a query name that is cut in the middle of a character costs neither the answer nor the line", async () => {
    const { call, tenant } = service.get();
    const { id, liveKey: key } = await tenant();
    const name = encodeURIComponent(`${"x".repeat(39)}😀`);
    expect((await call("GET", `/verify/status?verificationId=ver_x&${name}=1`, { key })).status).toBe(400);
    expect((await linesOf(id, 1))[0]?.url).toContain("x".repeat(39));
  });

  test.each([
    ["status=600", "status"],
    ["status=4XX", "status"],
    ["status=20", "status"],
    ["method=get", "method"],
    ["method=TRACE", "method"],
    ["event=", "event"],
    ["path=", "path"],
    ["from=yesterday", "from"],
    ["from=2026-02-30T00:00:00Z", "from"],
    ["from=0000-01-01T00:00:00Z", "from"],
    ["to=1969-12-31T23:59:59Z", "to"],
    ["to=2026-01-01", "to"],
    ["limit=201", "limit"],
    ["limit=0", "limit"],
    ["cursor=x", "cursor"],
    ["cursor=1.log_x", "cursor"],
    ["cursor=9999999999999999.log_01k9zzzzzzzzzzzzzzzzzzzzzz", "cursor"],
    ["tenant=x", "tenant"],
    ["requestId=%00", "requestId"],
  ])("refuses ?%s by name", async (query, path) => {
    expectRefused(await service.get().call("GET", `/admin/logs?${query}`, { adminKey }), path);
  });
});
