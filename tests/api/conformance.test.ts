import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemCtx } from "#runtime/runtime.ts";
import { importTrustAnchors } from "#services/trust/import-list.ts";
import { CHECKS } from "../../lab/conformance/checks/all.ts";
import type { Deployment } from "../../lab/conformance/http/api.ts";
import { httpTarget } from "../../lab/conformance/http/http-target.ts";
import { type Result, runChecks } from "../../lab/conformance/run.ts";
import {
  EU_AGE_VERIFICATION,
  MOBILE_DRIVING_LICENCE,
  PID_SD_JWT,
} from "../../packages/wallet-verifier/src/credential-type.ts";
import { type RouteServer, serveRoutes } from "../support/http/serve-routes.ts";
import { pemOf } from "../support/wallet/authority.ts";
import { createWorld } from "../support/wallet/world.ts";
import { ADMIN_KEY, createService, type TestService } from "../support/world/service.ts";

// The whole conformance kit against the service over HTTP, as `npm run conformance` runs it.

let server: RouteServer;
let service: TestService;
let deployment: Deployment;

/** What a page says after a yes. */
const APPROVED = { status: "completed", outcome: "approved" };

const types = [EU_AGE_VERIFICATION, MOBILE_DRIVING_LICENCE, PID_SD_JWT];

beforeAll(async () => {
  const { requestSigner, authority } = await createWorld();
  server = await serveRoutes();
  const wallet = { types, requestSigner, demoUrl: null };
  service = await createService({ env: { PUBLIC_URL: server.origin }, overrides: { wallet } });
  globalThis.lintelRuntime = Promise.resolve(service.runtime);
  const limits = { rateLimitPerMinute: 100_000, testMonthlyQuota: 10_000 };
  const { id, testKey, liveKey } = await service.tenant({ overrides: limits });
  await service.deps.db.orm.tenant.update({ where: { id }, data: { methods: ["wallet"] } });
  // Somebody else is trusted in live mode, so that the wallet is offered there.
  await importTrustAnchors(systemCtx(service.deps), {
    format: "pem",
    content: pemOf(authority.der),
    credentialTypes: types.map(({ type }) => type),
    label: "Utopia",
  });
  deployment = { url: server.origin, testKey, liveKey, adminKey: ADMIN_KEY };
});
afterAll(async () => {
  globalThis.lintelRuntime = undefined;
  await server[Symbol.asyncDispose]();
  await service.close();
});

const lines = (results: readonly Result[], verdict: Result["verdict"]): string[] =>
  results.filter((result) => result.verdict === verdict).map(({ check, got }) => `${check.name}: ${got}`);

describe("the conformance kit", () => {
  test("finds nothing wrong with the service, and everything is offered", { timeout: 120_000 }, async () => {
    const results = await runChecks(CHECKS, httpTarget(deployment));
    expect(results).toHaveLength(CHECKS.length);
    expect(lines(results, "FAIL")).toEqual([]);
    expect(lines(results, "not offered")).toEqual([]);
  });

  test("sees a service that takes every answer", async () => {
    server.lie((request, honest) =>
      request.url.includes("/openid4vp/response/") ? Response.json({}) : honest,
    );
    const forgeries = CHECKS.filter(({ spec }) => spec.startsWith("ISO/IEC 18013-5 §9.1.3"));
    const results = await runChecks(forgeries, httpTarget(deployment));
    server.lie(null);
    expect(lines(results, "pass")).toEqual([]);
    expect(lines(results, "FAIL")).toHaveLength(forgeries.length);
  });
});

describe("npm run conformance", () => {
  const run = promisify(execFile);
  const main = fileURLToPath(new URL("../../lab/conformance/main.ts", import.meta.url));
  const check = (...more: string[]) => {
    const { url, testKey } = deployment;
    return run(process.execPath, [main, "--url", url, "--api-key", testKey, "--only", "§9.1.3", ...more]);
  };

  test("prints a table and ends with 0 where all is well", async () => {
    const { stdout } = await check();
    expect(stdout).toMatch(/^Specification +Check +Expected +Got +Verdict$/m);
    expect(stdout).toMatch(/^ISO\/IEC 18013-5 §9\.1\.3 +signed by another device +refused +refused +pass$/m);
    expect(stdout).toMatch(/\d+ passed, 0 failed/);
  });

  test("ends with 1 where one check fails, and names it", async () => {
    server.lie((request, honest) => (request.url.endsWith("/state") ? Response.json(APPROVED) : honest));
    const failure = await check().catch((error: unknown) => error);
    server.lie(null);
    expect(failure).toMatchObject({ code: 1, stdout: expect.stringMatching(/accepted: over +FAIL/) });
  });

  test("says in one line what is missing", async () => {
    const failure = await run(process.execPath, [main, "--url", "http://localhost:9"]).catch(
      (error) => error,
    );
    expect(failure).toMatchObject({ code: 1, stderr: "--url needs --api-key, a test key\n" });
  });
});
