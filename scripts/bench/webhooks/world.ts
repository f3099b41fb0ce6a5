import { fork } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { loadConfig } from "../../../src/config.ts";
import { createRuntime, type Runtime, systemCtx } from "../../../src/runtime.ts";
import { createTenant } from "../../../src/services/tenants/create.ts";
import { createEndpoint } from "../../../src/services/webhooks/create-endpoint.ts";
import { createAuthority } from "../../../tests/support/certificates.ts";
import { withClient } from "../../lib/migration-adapter.ts";
import { applyMigrations } from "../../lib/migrations.ts";
import { startPostgres } from "../../local/postgres.ts";
import type { ReceiverReport } from "./receiver.ts";

export type BenchEndpoint = { id: string; tenantId: string; url: string; host: string; secret: string };

export type Receiver = {
  port: number;
  reset(): Promise<void>;
  report(without?: readonly string[]): Promise<ReceiverReport>;
  close(): void;
};

const RECEIVER = fileURLToPath(new URL("./receiver.ts", import.meta.url));

const startReceiver = async (certificate: { cert: string; key: string }): Promise<Receiver> => {
  const child = fork(RECEIVER, { stdio: "inherit" });
  const ask = async (order: object): Promise<unknown> => {
    const answer = once(child, "message");
    child.send(order);
    return (await answer)[0];
  };
  const isReport = (answer: unknown): answer is ReceiverReport =>
    typeof answer === "object" && answer !== null && "lagsMs" in answer;
  const started = await ask({ start: certificate });
  const port =
    typeof started === "object" && started !== null && "port" in started ? Number(started.port) : 0;
  return {
    port,
    reset: async () => void (await ask({ reset: true })),
    report: async (without = []) => {
      const answer = await ask({ report: { without } });
      if (!isReport(answer)) throw new Error("the receiver gave no report");
      return answer;
    },
    close: () => child.disconnect(),
  };
};

export type World = {
  receiver: Receiver;
  ca: string;
  /** A fresh migrated database with its endpoints, one tenant each, at a host of its own. */
  deployment(
    count: number,
    path?: (index: number) => string,
  ): Promise<{ runtime: Runtime; env: Record<string, string>; endpoints: BenchEndpoint[] }>;
  close(): Promise<void>;
};

const MAX_HOSTS = 100;

/** Postgres with its usual settings, and a TLS receiver with 100 host names. */
export const createWorld = async (): Promise<World> => {
  const postgres = await startPostgres();
  await withClient(postgres.url("postgres"), (client) => client.query("create database template_lintel"));
  await applyMigrations(postgres.url("template_lintel"));
  const authority = createAuthority();
  const hosts = Array.from({ length: MAX_HOSTS }, (_, i) => `h${i}.localhost`);
  const receiver = await startReceiver(authority.issue(hosts));
  const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
  let databases = 0;

  return {
    receiver,
    ca: authority.ca,
    deployment: async (count, path = () => "/") => {
      databases += 1;
      const name = `bench_${databases}`;
      await withClient(postgres.url("postgres"), (client) =>
        client.query(`create database ${name} template template_lintel`),
      );
      const env = {
        LINTEL_ENV: "development",
        WEBHOOK_ALLOW_LOOPBACK: "true",
        DATABASE_URL: postgres.url(name),
        PUBLIC_URL: "https://age.test",
        SECRETS_KEY: randomBytes(32).toString("base64"),
        KEY_PEPPER: randomBytes(32).toString("base64"),
        ADMIN_KEYS: "k".repeat(40),
        TOKEN_SIGNING_KEYS: JSON.stringify([key]),
        LOG_LEVEL: "info",
      };
      const runtime = await createRuntime(loadConfig(env));
      const ctx = systemCtx(runtime.deps);
      const endpoints: BenchEndpoint[] = [];
      for (const [index, host] of hosts.slice(0, count).entries()) {
        const { id: tenantId } = await createTenant(ctx, { name: host, plan: "scale" });
        const url = `https://${host}:${receiver.port}${path(index)}`;
        const { endpoint, secret } = await createEndpoint(ctx, { tenantId, url });
        endpoints.push({ id: endpoint.id, tenantId, url, host, secret });
      }
      return { runtime, env, endpoints };
    },
    close: async () => {
      receiver.close();
      await postgres.stop();
    },
  };
};
