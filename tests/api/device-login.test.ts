import { Issuer } from "openid-client";
import { describe, expect, test } from "vitest";
import type { Role } from "#core/access/permissions.ts";
import type { Deps, MemberCtx, PersonCtx } from "#services/context.ts";
import { listKeys } from "#services/keys/list-keys.ts";
import { approveDevice, denyDevice, viewDevice } from "#services/tenants/device-login.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { serveRest } from "../support/cli/serve-rest.ts";
import { knownPerson } from "../support/sign-in/identity.ts";
import { testClock } from "../support/world/clock.ts";
import { serviceForFile } from "../support/world/service.ts";

const clock = testClock();
const service = serviceForFile({ overrides: { now: clock.now } });

const GRANT = "urn:ietf:params:oauth:grant-type:device_code";
let networks = 0;

/** One call as an OAuth client makes it: a form, from a network of its own. */
const form = (path: string, fields: Record<string, string>) => {
  networks += 1;
  return service.get().call("POST", path, {
    body: new URLSearchParams({ client_id: "lintel-cli", ...fields }).toString(),
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-forwarded-for": `2001:db8:${networks.toString(16)}::1`,
    },
  });
};

const begin = async (fields: Record<string, string> = { host_name: "workbench" }) => {
  const { body } = await form("/cli/device_authorization", fields);
  return { deviceCode: String(body.device_code), userCode: String(body.user_code), body };
};

const fetchKey = (deviceCode: string) => form("/cli/token", { grant_type: GRANT, device_code: deviceCode });

const memberOf = async (role: Role = "developer"): Promise<MemberCtx & PersonCtx> => {
  const { deps, tenant } = service.get();
  const { id } = await tenant({ name: "Kiosk" });
  networks += 1;
  const { id: memberId } = await knownPerson({ deps }, `person-${networks}`, { tenantId: id, role });
  const ctx = await ownerCtx(deps, id);
  const who = { actor: { kind: "member" as const, memberId }, member: { id: memberId, name: "Ada" } };
  return { ...ctx, ...who, role, emailHash: null, sessionId: null };
};

const waitFor = (seconds: number): void => clock.advance({ seconds });

const leftOf = (deps: Deps) => deps.db.orm.deviceLogin.count();

describe("the device flow (RFC 8628)", () => {
  test("a confirmed code gives a test key once: it works, is listed with its maker, audited, and nothing is left", async () => {
    const { call, deps } = service.get();
    const member = await memberOf();
    const before = await leftOf(deps);
    const { deviceCode, userCode, body } = await begin();
    expect(body).toMatchObject({ expires_in: 600, interval: 5 });
    expect(body.verification_uri_complete).toBe(`${body.verification_uri}#${userCode}`);
    expect(await viewDevice(member, userCode)).toMatchObject({ hostName: "workbench" });

    await approveDevice(member, userCode);
    const { status, body: token } = await fetchKey(deviceCode);
    expect([status, token.token_type, token.mode, token.tenantId]).toEqual([
      200,
      "api_key",
      "test",
      member.tenant.id,
    ]);
    const key = String(token.access_token);
    expect(key).toMatch(/^avk_test_/);
    expect((await call("POST", "/verify/start", { key, body: {} })).body.config).toMatchObject({
      mode: "test",
    });
    const listed = (await listKeys(member)).find(({ name }) => name === "Command line on workbench");
    expect(listed).toMatchObject({
      mode: "test",
      maker: { name: expect.any(String) },
      scopes: expect.not.arrayContaining(["verifications:erase"]),
    });
    const audited = await deps.db.orm.auditEntry.findMany({
      where: { tenantId: member.tenant.id, target: listed?.id ?? "" },
    });
    expect(audited).toMatchObject([{ action: "api_key.create", actor: `member:${member.member.id}` }]);

    expect(await leftOf(deps)).toBe(before);
    expect((await fetchKey(deviceCode)).body).toMatchObject({ error: "expired_token" });
  });

  test("of two fetches at once, one gets a key", async () => {
    const member = await memberOf();
    const { deviceCode, userCode } = await begin();
    await approveDevice(member, userCode);
    const statuses = (await Promise.all([fetchKey(deviceCode), fetchKey(deviceCode)])).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([200, 400]);
    expect((await listKeys(member)).filter(({ name }) => name.startsWith("Command line"))).toHaveLength(1);
  });

  test("until then the key exists nowhere, and no code is stored in plain text", async () => {
    const { deps } = service.get();
    const member = await memberOf();
    const { deviceCode, userCode } = await begin();
    await approveDevice(member, userCode);
    const rows = JSON.stringify(await deps.db.orm.deviceLogin.findMany(), (_, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value,
    );
    for (const secret of [deviceCode, userCode, userCode.replace("-", ""), "avk_"])
      expect(rows).not.toContain(secret);
    expect((await listKeys(member)).filter(({ name }) => name.startsWith("Command line"))).toEqual([]);
  });

  test("errors of a form have OAuth's shape, and say whether to go on asking", async () => {
    const { deviceCode } = await begin();
    const pending = await fetchKey(deviceCode);
    expect([pending.status, pending.body]).toEqual([
      400,
      {
        error: "authorization_pending",
        error_description: expect.any(String),
        code: "AUTHORIZATION_PENDING",
        message: expect.any(String),
        request_id: expect.any(String),
        requestId: expect.any(String),
      },
    ]);
    expect((await fetchKey(`ldc_${"x".repeat(43)}`)).body.error).toBe("expired_token");
    expect((await form("/cli/token", { grant_type: "password", device_code: deviceCode })).body.error).toBe(
      "invalid_request",
    );
  });

  test("a client that asks too often is slowed by five seconds each time", async () => {
    const { deviceCode } = await begin();
    const ask = async () => (await fetchKey(deviceCode)).body.error;
    expect(await ask()).toBe("authorization_pending");
    waitFor(4);
    expect(await ask()).toBe("slow_down");
    waitFor(9);
    expect(await ask()).toBe("slow_down");
    waitFor(15);
    expect(await ask()).toBe("authorization_pending");
  });

  test("a declined sign-in is access_denied, and cannot be confirmed any more", async () => {
    const member = await memberOf();
    const { deviceCode, userCode } = await begin();
    await denyDevice(member, userCode);
    await expect(approveDevice(member, userCode)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await fetchKey(deviceCode)).body.error).toBe("access_denied");
  });

  test("after ten minutes neither code is good", async () => {
    const member = await memberOf();
    const { deviceCode, userCode } = await begin();
    waitFor(600);
    await expect(viewDevice(member, userCode)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(approveDevice(member, userCode)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await fetchKey(deviceCode)).body.error).toBe("expired_token");
  });

  test("a role without the right to create keys cannot confirm", async () => {
    const member = await memberOf("support");
    const { userCode } = await begin();
    await expect(approveDevice(member, userCode)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  });

  test("a member who lost the right after confirming gives no key", async () => {
    const { deps } = service.get();
    const member = await memberOf();
    const { deviceCode, userCode } = await begin();
    await approveDevice(member, userCode);
    await deps.db.orm.membership.updateMany({
      where: { memberId: member.member.id },
      data: { role: "viewer" },
    });
    expect((await fetchKey(deviceCode)).body.error).toBe("access_denied");
    expect(
      (await deps.db.orm.apiKey.findMany({ where: { tenantId: member.tenant.id } })).map(({ name }) => name),
    ).not.toContain("Command line on workbench");
  });

  test("a member who tries many codes is stopped", async () => {
    const member = await memberOf();
    const tries = Array.from({ length: 25 }, () => viewDevice(member, "BCDF-GHJK"));
    const codes = (await Promise.allSettled(tries)).map((outcome) =>
      outcome.status === "rejected" ? outcome.reason.code : "found",
    );
    expect(codes.filter((code) => code === "NOT_FOUND")).toHaveLength(20);
    expect(codes.filter((code) => code === "RATE_LIMIT_EXCEEDED")).toHaveLength(5);
  });

  test.each([
    ["in small letters", (code: string) => code.toLowerCase()],
    ["without its dash", (code: string) => code.replace("-", "")],
    ["with spaces and a long dash", (code: string) => ` ${[...code].join(" ").replace("-", "–")} `],
  ])("a code may be typed %s", async (_, typed) => {
    const member = await memberOf();
    const { userCode } = await begin();
    expect((await viewDevice(member, typed(userCode))).hostName).toBe("workbench");
  });

  test.each([
    ["control characters", { host_name: "a\u001b[2J" }],
    ["text that reverses", { host_name: "a\u202eb" }],
    ["61 characters", { host_name: "x".repeat(61) }],
    ["another client", { client_id: "other" }],
    ["an unknown field", { scope: "live" }],
  ])("%s are refused, and nothing is stored", async (_, fields) => {
    const before = await leftOf(service.get().deps);
    const { status, body } = await form("/cli/device_authorization", fields);
    expect([status, body.error]).toEqual([400, "invalid_request"]);
    expect(await leftOf(service.get().deps)).toBe(before);
  });

  test("no answer is kept for a repeat: an Idempotency-Key of a stranger says nothing", async () => {
    const { call, deps } = service.get();
    const before = await deps.db.orm.idempotencyRecord.count();
    const ask = () =>
      call("POST", "/cli/device_authorization", {
        body: { client_id: "lintel-cli" },
        headers: { "idempotency-key": "same", "x-forwarded-for": "2001:db8:ffff::1" },
      });
    const [first, second] = [await ask(), await ask()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.device_code).not.toBe(first.body.device_code);
    expect(await deps.db.orm.idempotencyRecord.count()).toBe(before);
  });

  test("a field that comes twice is refused (RFC 6749 §3.1)", async () => {
    const { status, body } = await service.get().call("POST", "/cli/token", {
      body: "client_id=lintel-cli&client_id=lintel-cli",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect([status, body.error, body.message]).toEqual([
      400,
      "invalid_request",
      expect.stringContaining("client_id"),
    ]);
  });
});

test("openid-client, which knows nothing of us, goes the whole way", async () => {
  const { deps } = service.get();
  const member = await memberOf();
  const origin = await serveRest(deps);
  const issuer = new Issuer({
    issuer: origin,
    device_authorization_endpoint: `${origin}/cli/device_authorization`,
    token_endpoint: `${origin}/cli/token`,
  });
  const client = new issuer.Client({ client_id: "lintel-cli", token_endpoint_auth_method: "none" });
  const handle = await client.deviceAuthorization(Object({ scope: undefined }));
  await approveDevice(member, handle.user_code);
  const tokens = await client.grant({
    grant_type: GRANT,
    device_code: handle.device_code,
    client_id: "lintel-cli",
  });
  expect(tokens.access_token).toMatch(/^avk_test_/);
});
