import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ENDPOINTS } from "#contracts/public/endpoints.ts";
import { createApiKey } from "#platform/keys/api-key.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { revokeKey } from "#services/keys/keys.ts";
import { keyIdOf } from "../support/http/actions.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { countRows } from "../support/world/rows.ts";
import { ADMIN_KEY, type CallOptions } from "../support/world/service.ts";
import { exampleOf, type World } from "./matrix/examples.ts";

const service = promisedServiceForFile();

const newWorld = async (): Promise<World> => ({
  service: service.get(),
  tenant: await service.get().tenant(),
});

const swapLast = (text: string): string => text.slice(0, -1) + (text.endsWith("a") ? "b" : "a");

describe.each(ENDPOINTS.filter(({ auth }) => auth === "tenant"))("$method $path", (contract) => {
  const prepare = async () => {
    const world = await newWorld();
    const { path, body } = await exampleOf(contract).good(world);
    const before = await countRows(world.service.deps);
    const refused = async (options: CallOptions): Promise<Record<string, unknown>> => {
      const sent = body === undefined ? options : { body, ...options };
      const answer = await world.service.call(contract.method, path, sent);
      expect(answer).toMatchObject({ status: 401, body: { code: "AUTH_INVALID_KEY" } });
      expect(await countRows(world.service.deps)).toEqual(before);
      return answer.body;
    };
    return { ...world, refused };
  };

  test("a missing, malformed, mistyped, unknown or doubled key is refused, with the right header's name", async () => {
    const { refused, tenant } = await prepare();
    expect((await refused({})).message).toContain("x-tenant-api-key");
    const unknown = createApiKey("live", randomBytes(32));
    const twice = `${tenant.liveKey}, ${tenant.liveKey}`;
    const cut = tenant.liveKey.slice(0, 52);
    for (const key of ["x", cut, swapLast(tenant.liveKey), tenant.liveKey.toUpperCase(), unknown, twice]) {
      expect((await refused({ key })).message).toContain("x-tenant-api-key");
    }
  });

  test("malformed, unknown and revoked keys get the same words, so that a guess teaches nothing", async () => {
    const { refused, service: own, tenant } = await prepare();
    const keyId = await keyIdOf(own.deps, tenant.id);
    const malformed = await refused({ key: "avk_live_x" });
    const unknown = await refused({ key: createApiKey("live", randomBytes(32)) });
    expect(unknown.message).toBe(malformed.message);
    await revokeKey(systemCtx(own.deps), { tenantId: tenant.id, keyId });
    const { path, body } = await exampleOf(contract).good({ service: own, tenant: await own.tenant() });
    const revoked = await own.call(contract.method, path, {
      key: tenant.liveKey,
      ...(body === undefined ? {} : { body }),
    });
    expect(revoked).toMatchObject({
      status: 401,
      body: { code: "AUTH_INVALID_KEY", message: malformed.message },
    });
  });

  test("a key in another header or an admin key does not count, and the answer names the right header", async () => {
    const { refused, tenant } = await prepare();
    for (const headers of [
      { authorization: `Bearer ${tenant.liveKey}` },
      { "x-api-key": tenant.liveKey },
      { "x-admin-key": ADMIN_KEY },
    ]) {
      expect((await refused({ headers })).message).toContain("x-tenant-api-key");
    }
    expect((await refused({ headers: { authorization: "Bearer abc" } })).message).toContain("Bearer");
    expect((await refused({ headers: { "x-api-key": "abc" } })).message).toContain("X-API-Key");
  });
});

describe.each(ENDPOINTS.filter(({ auth }) => auth === "admin"))("$method $path", (contract) => {
  test("only an admin key opens it; a tenant's key, in whatever header, does not", async () => {
    const world = await newWorld();
    const { path, body } = await exampleOf(contract).good(world);
    const before = await countRows(world.service.deps);
    const { liveKey } = world.tenant;
    const attempts: CallOptions[] = [
      {},
      { key: liveKey },
      { adminKey: liveKey },
      { adminKey: "" },
      { adminKey: ADMIN_KEY.slice(1) },
      { adminKey: ADMIN_KEY.toUpperCase() },
      { adminKey: `${ADMIN_KEY}, ${ADMIN_KEY}` },
      { headers: { authorization: `Bearer ${ADMIN_KEY}` } },
    ];
    for (const attempt of attempts) {
      const sent = body === undefined ? attempt : { body, ...attempt };
      const answer = await world.service.call(contract.method, path, sent);
      expect(answer).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED_ADMIN" } });
    }
    expect(await countRows(world.service.deps)).toEqual(before);
  });
});

describe.each(ENDPOINTS.filter(({ auth }) => auth === "none"))("$method $path", (contract) => {
  test("needs no credential, and a wrong one does no harm", async () => {
    const { call } = service.get();
    // The numbers of a month are there for who publishes them.
    const numbers = contract.path === "/.well-known/age-assurance-numbers.json" ? 404 : 200;
    // The sign-in of the command line asks for its fields first.
    const status = contract.body ? 400 : numbers;
    for (const options of [{}, { key: "wrong" }, { adminKey: "wrong" }]) {
      expect((await call(contract.method, contract.path, options)).status).toBe(status);
    }
  });
});
