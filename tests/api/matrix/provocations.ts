import { randomBytes } from "node:crypto";
import type { Endpoint } from "#contracts/public/endpoint.ts";
import type { ErrorCode } from "#core/errors.ts";
import { connect } from "#data/service/client.ts";
import { COMMAND_LINE_SHARE } from "#http/authenticate.ts";
import { createRateLimiter } from "#platform/rate-limit.ts";
import { forgetCached } from "#services/cached.ts";
import type { Deps } from "#services/context.ts";
import { patchTenant } from "../../support/http/actions.ts";
import { callWith } from "../../support/http/promises.ts";
import { ADMIN_KEY, type Answer, type Call, type CallOptions } from "../../support/world/service.ts";
import { type Example, exampleOf, type Sent, type World } from "./examples.ts";

/** An address that no other request comes from (RFC 3849: one for documentation). */
const anyAddress = (): string => `2001:db8:${randomBytes(12).toString("hex").match(/.{4}/g)?.join(":")}`;

/** So many failed authentications a minute are let pass by the matrix's service. */
export const AUTH_FAILURES = 5;

const NOBODY_THERE = "127.0.0.1:1";

export const credentialFor = (contract: Endpoint, { tenant }: World): CallOptions => {
  if (contract.auth === "tenant")
    return { key: exampleOf(contract).key === "test" ? tenant.testKey : tenant.liveKey };
  return contract.auth === "admin" ? { adminKey: ADMIN_KEY } : {};
};

/** Sends with the right credential, unless the options bring another; each test has an address of its own. */
export const send = (
  world: World,
  contract: Endpoint,
  { path, body }: Sent,
  { call = world.service.call, ...options }: CallOptions & { call?: Call } = {},
): Promise<Answer> => {
  const headers = { "x-forwarded-for": anyAddress(), ...options.headers };
  const credential = options.key || options.adminKey ? {} : credentialFor(contract, world);
  return call(contract.method, path, {
    ...credential,
    ...(body === undefined ? {} : { body }),
    ...options,
    headers,
  });
};

/** Parts that throw what nobody foresaw. */
const broken = (deps: Deps): Partial<Deps> => {
  const fail = (): never => {
    throw new TypeError("a bug, for this test");
  };
  return {
    keyCache: { ...deps.keyCache, find: fail },
    rateLimiter: { ...deps.rateLimiter, health: fail },
    selfCheck: fail,
    signingKeys: { ...deps.signingKeys, jwks: fail },
    secrets: new Proxy(deps.secrets, { get: fail }),
    settings: new Proxy(deps.settings, { get: fail }),
  };
};

/** Prepares, and gives the one request that shall meet the code. */
type Provocation = (world: World, contract: Endpoint, example: Example) => Promise<() => Promise<Answer>>;

/** How each code is met at any endpoint that promises it. */
export const PROVOCATIONS: Partial<Record<ErrorCode, Provocation>> = {
  AUTH_INVALID_KEY: async (world, contract, example) => {
    const { path, body } = await example.good(world);
    const headers = { "x-forwarded-for": anyAddress() };
    return () =>
      world.service.call(contract.method, path, { headers, ...(body === undefined ? {} : { body }) });
  },
  UNAUTHENTICATED_TENANT: async (world, contract, example) => {
    const sent = await example.good(world);
    await patchTenant(world.service.call, world.tenant.id, { isActive: false });
    return () => send(world, contract, sent);
  },
  UNAUTHENTICATED_ADMIN: async (world, contract, example) => {
    const sent = await example.good(world);
    return () => send(world, contract, sent, { adminKey: `${ADMIN_KEY.slice(0, -1)}x` });
  },
  PERMISSION_DENIED: async (world, contract, example) => {
    const { deps } = world.service;
    const sent = await example.good(world);
    if (contract.auth === "admin") {
      const metricsKey = "m".repeat(40);
      const call = callWith(deps, { settings: { ...deps.settings, metricsKeys: [metricsKey] } });
      return () => send(world, contract, sent, { adminKey: metricsKey, call });
    }
    const keys = { where: { tenantId: world.tenant.id }, data: { scopes: [] } };
    await deps.db.orm.apiKey.updateMany(keys);
    forgetCached(deps, world.tenant.id);
    return () => send(world, contract, sent);
  },
  RATE_LIMIT_EXCEEDED: async (world, contract, example) => {
    const sent = await example.good(world);
    if (contract.auth === "tenant") {
      await patchTenant(world.service.call, world.tenant.id, { overrides: { rateLimitPerMinute: 1 } });
      const allowed = contract.isForCommandLines ? COMMAND_LINE_SHARE : 1;
      for (let i = 0; i < allowed; i += 1) await send(world, contract, sent);
      return () => send(world, contract, sent);
    }
    if (contract.oauth) {
      const same = { headers: { "x-forwarded-for": anyAddress() } };
      for (let i = 0; i < contract.oauth.callsPerMinute; i += 1) await send(world, contract, sent, same);
      return () => send(world, contract, sent, same);
    }
    const wrong = { adminKey: "wrong", headers: { "x-forwarded-for": anyAddress() } };
    for (let i = 0; i < AUTH_FAILURES; i += 1) await send(world, contract, sent, wrong);
    return () => send(world, contract, sent, wrong);
  },
  CACHE_ERROR: async (world, contract, example) => {
    const sent = await example.good(world);
    const { deps } = world.service;
    const redisUrl = `redis://${NOBODY_THERE}`;
    const wrong = contract.auth === "admin" ? { adminKey: "wrong" } : {};
    return async () => {
      const rateLimiter = createRateLimiter({
        redisUrl,
        countName: String,
        onFailure: "deny",
        now: deps.now,
        log: deps.log,
      });
      const answer = await send(world, contract, sent, { ...wrong, call: callWith(deps, { rateLimiter }) });
      await rateLimiter.close();
      return answer;
    };
  },
  DATABASE_ERROR: async (world, contract, example) => {
    const sent = await example.good(world);
    const db = connect({ url: `postgresql://u:p@${NOBODY_THERE}/d`, poolSize: 2, onPoolError: () => {} });
    return () => send(world, contract, sent, { call: callWith(world.service.deps, { db }) });
  },
  SERVICE_UNAVAILABLE: async (world, contract, example) => {
    const sent = await example.good(world);
    if (contract.answersWithoutDatabase) {
      const selfCheck = async () => "a fault, for this test";
      return () => send(world, contract, sent, { call: callWith(world.service.deps, { selfCheck }) });
    }
    const db = connect({ url: `postgresql://u:p@${NOBODY_THERE}/d`, poolSize: 2, onPoolError: () => {} });
    return () => send(world, contract, sent, { call: callWith(world.service.deps, { db }) });
  },
  INTERNAL_ERROR: async (world, contract, example) => {
    const sent = await example.good(world);
    const { deps } = world.service;
    return () => send(world, contract, sent, { call: callWith(deps, broken(deps)) });
  },
  METHOD_NOT_ALLOWED: async (world, _contract, example) => {
    const { path } = await example.good(world);
    return () => world.service.call("PUT", path);
  },
  INVALID_REQUEST_BODY: async (world, contract, example) => {
    const { path } = await example.good(world);
    return () => send(world, contract, { path, body: '{"half": ' });
  },
  PAYLOAD_TOO_LARGE: async (world, contract, example) => {
    const { path } = await example.good(world);
    const bytes = contract.maxBodyBytes ?? 64 * 1024;
    return () => send(world, contract, { path, body: `{"pad":"${"x".repeat(bytes)}"}` });
  },
  INVALID_PARAMETERS: async (world, contract, example) => {
    const { path, body } = await example.good(world);
    if (contract.params) {
      const tooLong = contract.path.replace(/:\w+/, "x".repeat(201));
      return () => send(world, contract, { path: tooLong, body });
    }
    if (contract.query) return () => send(world, contract, { path: `${path}?limit=no&nonsense=1` });
    const headers = { "idempotency-key": "with a space" };
    return () => send(world, contract, { path, body }, { headers });
  },
  IDEMPOTENCY_IN_PROGRESS: async (world, contract, example) => {
    const sent = await example.good(world);
    const headers = { "idempotency-key": anyAddress() };
    await send(world, contract, sent, { headers });
    // As if that run had not come to its end yet.
    const { deps } = world.service;
    const newest = await deps.db.orm.idempotencyRecord.findFirstOrThrow({ orderBy: { createdAt: "desc" } });
    const lockedUntil = new Date(deps.now().getTime() + 60_000);
    const { scope, keyHash } = newest;
    const where = { scope_keyHash: { scope, keyHash } };
    await deps.db.orm.idempotencyRecord.update({
      where,
      data: { lockedUntil, answer: null, httpStatus: null },
    });
    return () => send(world, contract, sent, { headers });
  },
};
