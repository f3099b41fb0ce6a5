import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ROOT } from "../../../scripts/lib/run.ts";
import { newEnv } from "../../../scripts/lib/script-runtime.ts";
import { anyPort } from "../../../scripts/local/ports.ts";
import { loadConfig } from "../../../src/config/config.ts";
import type { Policy } from "../../../src/core/policy/policy.ts";
import { inTransaction } from "../../../src/data/service/client.ts";
import { createRuntime, systemCtx } from "../../../src/runtime/runtime.ts";
import { startVerification } from "../../../src/services/check/start.ts";
import { authenticateKey } from "../../../src/services/keys/authenticate-key.ts";
import { publishIn } from "../../../src/services/policies/policies.ts";
import { createTenant, updateTenant } from "../../../src/services/tenants/tenants.ts";
import { completeVerification } from "../../../src/services/verifications/complete.ts";
import { trustAnIssuer } from "../../../tests/support/wallet/trusted-issuer.ts";
import { endWithUs } from "../program.ts";
import { processorSeconds } from "../webhooks/processor-time.ts";
import { type LoadResult, load } from "./load.ts";

/** With as many places as a large tenant has. */
const POLICY: Policy = {
  default: {
    methods: [
      { id: "document", use: "offer" },
      { id: "wallet", use: "offer" },
    ],
  },
  regions: "AT AU BE BR DE DK ES FI GB GR IE IT NL PL PT SE"
    .split(" ")
    .map((country) => ({ country, minimumAge: 16 })),
};

const TENANTS = 8;
const VERIFICATIONS_EACH = 250;
// More than the service keeps in mind (src/platform/keys/signing-keys.ts), in turn: each comes as if for the first time.
const NEW_TOKENS_EACH = 800;
const AT_ONCE = 25;

/** "validate-new" is validate with a token that the service has not seen lately. */
export const OPERATIONS = ["validate-new", "validate", "status", "start", "policy start"] as const;
export type Operation = (typeof OPERATIONS)[number];

const bytesOf = (method: string, path: string, key: string, body?: object): Buffer => {
  const text = body === undefined ? "" : JSON.stringify(body);
  const about = text === "" ? "" : `content-type: application/json\r\ncontent-length: ${text.length}\r\n`;
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nhost: age.test\r\nx-tenant-api-key: ${key}\r\n${about}\r\n${text}`,
  );
};

/**
 * Writes tenants, verifications and tokens into a migrated database.
 * @returns the settings of its service, and the requests of its tenants' backends as bytes
 */
export const prepareTraffic = async (databaseUrl: string) => {
  const env = await newEnv(databaseUrl);
  const runtime = await createRuntime(loadConfig(env));
  const { deps } = runtime;
  await trustAnIssuer(deps); // or the policy's wallet would count for nothing
  const requests: Record<Operation, Buffer[]> = {
    "validate-new": [],
    validate: [],
    status: [],
    start: [],
    "policy start": [],
  };
  const unbounded = { rateLimitPerMinute: 100_000_000, included: 1_000_000_000, hardLimit: 1_000_000_000 };
  for (let i = 0; i < TENANTS; i += 1) {
    const { apiKey } = await createTenant(systemCtx(deps), {
      name: `tenant ${i}`,
      plan: "scale",
      overrides: unbounded,
    });
    const ctx = { ...systemCtx(deps), ...(await authenticateKey(deps, apiKey)) };
    requests.start.push(bytesOf("POST", "/verify/start", apiKey, { minimumAge: 18 }));
    // Named by each start, so that the same tenants start with a policy and without one.
    const policyId = await inTransaction(deps.db, (db) =>
      publishIn(ctx, db, ctx.tenant.id, {
        policy: POLICY,
        acceptedWarnings: [
          "too_few_choices",
          "no_way_without_camera",
          "no_way_without_phone",
          "no_way_without_either",
        ],
      }),
    );
    await updateTenant(ctx, ctx.tenant.id, { policy: null });
    const placed = { minimumAge: 18, country: "AU", policyId };
    requests["policy start"].push(bytesOf("POST", "/verify/start", apiKey, placed));
    const verify = async () => {
      const { verificationId } = await startVerification(ctx, {});
      const { token } = await completeVerification(ctx, { verificationId, verifiedAge: 30 });
      requests.status.push(bytesOf("GET", `/verify/status?verificationId=${verificationId}`, apiKey));
      requests["validate-new"].push(bytesOf("POST", "/tokens/validate", apiKey, { token }));
    };
    for (let done = 0; done < NEW_TOKENS_EACH; done += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, verify));
    requests.validate.push(...requests["validate-new"].slice(-VERIFICATIONS_EACH));
    requests.status.splice(-NEW_TOKENS_EACH, NEW_TOKENS_EACH - VERIFICATIONS_EACH);
  }
  await runtime.close();
  return { env, requests };
};

export type Side = { name: string; port: number; pid: number };

/** Starts a program that listens on PORT and ends with the stack, and waits until it answers anything at `path`. */
export const startSide = async (
  stack: AsyncDisposableStack,
  name: string,
  script: string,
  env: Readonly<Record<string, string>>,
  { path, args = [], nodeOptions = [] }: { path: string; args?: string[]; nodeOptions?: string[] },
): Promise<Side> => {
  const port = await anyPort();
  const child: ChildProcess = spawn(process.execPath, [...nodeOptions, join(ROOT, script), ...args], {
    env: { PATH: process.env.PATH, ...env, PORT: String(port), HOST: "127.0.0.1", NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  stack.defer(endWithUs(child));
  for (let tries = 0; ; tries += 1) {
    const isThere = await fetch(`http://127.0.0.1:${port}${path}`).then(
      () => true,
      () => false,
    );
    if (isThere) break;
    if (tries > 600 || child.exitCode !== null) throw new Error(`${name} does not answer`);
    await pause(50);
  }
  return { name, port, pid: child.pid ?? 0 };
};

export type Round = LoadResult & { processorUs: number };

/** Loads a side for a while. @returns with the processor time of each request, its children's included, in microseconds */
export const measureSide = async (
  side: Side,
  requests: readonly Buffer[],
  options: { connections: number; seconds: number },
): Promise<Round> => {
  const before = processorSeconds(side.pid);
  const result = await load(side.port, requests, options);
  const spent = processorSeconds(side.pid) - before;
  return { ...result, processorUs: (spent * 1e6) / (result.perSecond * options.seconds) };
};
