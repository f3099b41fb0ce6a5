import { generateKeyPairSync, randomBytes } from "node:crypto";
import { afterAll, beforeAll } from "vitest";
import { type Config, loadConfig } from "#config/config.ts";
import { KEY_SCOPES } from "#core/access/scopes.ts";
import { inTransaction } from "#data/service/client.ts";
import { createRuntime, type Runtime, systemCtx } from "#runtime/runtime.ts";
import type { Deps } from "#services/context.ts";
import { createKey } from "#services/keys/keys.ts";
import { createTenant } from "#services/tenants/tenants.ts";
import { dispatch, rememberSettings, stopAnswering } from "../http/dispatch.ts";
import { createDatabase, type TestDatabase } from "./database.ts";
import { chanceOfTests } from "./hostile-chance.ts";

export const BASE_URL = "https://age.test";
export const ADMIN_KEY = `adm_${"k".repeat(40)}`;

export type TestTenant = { id: string; liveKey: string; testKey: string };

export type Answer = { status: number; headers: Headers; body: Record<string, unknown>; text: string };

/** A service of one's own: its own database, keys and limiter. */
export type TestService = {
  readonly runtime: Runtime;
  readonly deps: Deps;
  tenant(input?: Partial<Parameters<typeof createTenant>[1]>): Promise<TestTenant>;
  /** Sends a request through the public interface as a tenant's backend would. */
  readonly call: Call;
  close(): Promise<void>;
};

export type CallOptions = {
  key?: string;
  adminKey?: string;
  headers?: Record<string, string>;
  /** An object is sent as JSON; a text or bytes as they are. */
  body?: unknown;
};

const signingKey = (): string =>
  JSON.stringify([generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" })]);

const secretsAndNames = (): Record<string, string> => ({
  LINTEL_ENV: "development",
  PUBLIC_URL: BASE_URL,
  SECRETS_KEY: randomBytes(32).toString("base64"),
  KEY_PEPPER: randomBytes(32).toString("base64"),
  ADMIN_KEYS: ADMIN_KEY,
  TOKEN_SIGNING_KEYS: signingKey(),
});

/** What several processes need to be one service with the tests' own. */
export const sharedEnv = (databaseUrl: string): Record<string, string> => ({
  ...secretsAndNames(),
  DATABASE_URL: databaseUrl,
});

export const testConfig = (env: Record<string, string> = {}): Config =>
  loadConfig({ ...secretsAndNames(), LOG_LEVEL: "silent", ...env });

/** A request as a tenant's backend, a browser or a wallet would send it. */
export const requestOf = (method: string, path: string, options: CallOptions): Request => {
  const headers = new Headers(options.headers);
  if (options.key !== undefined) headers.set("x-tenant-api-key", options.key);
  if (options.adminKey !== undefined) headers.set("x-admin-key", options.adminKey);
  const { body } = options;
  if (body === undefined) return new Request(BASE_URL + path, { method, headers });
  if (!headers.has("content-type")) headers.set("content-type", "application/json");
  const bytes = typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
  return new Request(BASE_URL + path, { method, headers, body: Buffer.from(bytes) });
};

export type Call = (method: string, path: string, options?: CallOptions) => Promise<Answer>;

/** Reads an answer to its end; the body is empty where it is no JSON. */
export const answerOf = async (response: Response): Promise<Answer> => {
  const text = await response.text();
  const isLines = response.headers.get("content-type")?.startsWith("application/x-ndjson");
  const isJson = !isLines && (text.startsWith("{") || text.startsWith("["));
  const body = isJson ? JSON.parse(text) : {};
  return { status: response.status, headers: response.headers, body, text };
};

/** How requests reach these parts; tests swap single parts for broken ones. */
export const callOf =
  (deps: Deps): Call =>
  async (method, path, options = {}) =>
    answerOf(await dispatch(deps, requestOf(method, path, options)));

/** How many connections each service has in this run (TEST_POOL_SIZE), unless its test says it. */
const poolOfRun = (): Record<string, string> => {
  const { TEST_POOL_SIZE: size } = process.env;
  return size === undefined ? {} : { DATABASE_POOL_SIZE: size };
};

/** The settings of a service whose test holds connections itself, or shows what several do at once: also in a run with one. */
export const SOME_CONNECTIONS = { DATABASE_POOL_SIZE: "4" } as const;

/** Starts a service on a fresh copy of the migrated database. */
export const createService = async (
  options: { env?: Record<string, string>; overrides?: Partial<Deps>; database?: TestDatabase } = {},
): Promise<TestService> => {
  const database = options.database ?? (await createDatabase());
  const env = { ...sharedEnv(database.url), LOG_LEVEL: "silent", ...poolOfRun(), ...options.env };
  const runtime = await createRuntime(loadConfig(env), { ...chanceOfTests(), ...options.overrides });
  const { deps } = runtime;
  if (!options.overrides) rememberSettings(deps, env);
  return {
    runtime,
    deps,
    tenant: async (input = {}) => {
      const ctx = systemCtx(deps);
      const tenant = await createTenant(ctx, { name: "Test Shop", ...input });
      const testKey = await inTransaction(deps.db, (db) =>
        createKey(ctx, db, { tenantId: tenant.id, mode: "test", name: "test", scopes: KEY_SCOPES }),
      );
      return { id: tenant.id, liveKey: tenant.apiKey, testKey: testKey.value };
    },
    call: callOf(deps),
    close: async () => {
      await stopAnswering(deps);
      await runtime.close();
      await database[Symbol.asyncDispose]();
    },
  };
};

/** One service for all tests of a file: each test makes its own tenant. */
export const serviceForFile = (options: Parameters<typeof createService>[0] = {}): { get(): TestService } => {
  let service: TestService | undefined;
  beforeAll(async () => {
    service = await createService(options);
  });
  afterAll(() => service?.close());
  return {
    get: () => {
      if (!service) throw new Error("the service exists only while tests run");
      return service;
    },
  };
};
