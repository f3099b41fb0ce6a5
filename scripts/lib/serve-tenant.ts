import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Runtime } from "#runtime/runtime.ts";
import { startApp } from "../local/app.ts";
import { openIdentity } from "../local/identity.ts";
import { DEMO_PEOPLE } from "../local/oidc-people.ts";
import { anyPort } from "../local/ports.ts";
import { ensureBuilt } from "./build.ts";
import { admit } from "./owner-ctx.ts";

/** The environment of a production build that is one service with the runtime: the same database and secrets. */
export const envOfBuild = (
  { config }: Pick<Runtime, "config">,
  { databaseUrl, port }: { databaseUrl: string; port: number },
) =>
  ({
    PATH: process.env.PATH,
    NODE_ENV: "production",
    LINTEL_ENV: "development",
    SECRETS_KEY: config.SECRETS_KEY.toString("base64"),
    KEY_PEPPER: config.KEY_PEPPER.toString("base64"),
    ADMIN_KEYS: config.ADMIN_KEYS.join(","),
    TOKEN_SIGNING_KEYS: config.TOKEN_SIGNING_KEYS,
    DATABASE_URL: databaseUrl,
    HOST: "127.0.0.1",
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    LOG_LEVEL: "warn",
  }) satisfies NodeJS.ProcessEnv;

/**
 * Runs the production build on the runtime's database, with the demo identity provider, whose Ada owns the tenant.
 * No worker runs: it would send what the seed invented. Everything ends with the stack.
 */
export const serveTenant = async (
  runtime: Runtime,
  { databaseUrl, tenantId }: { databaseUrl: string; tenantId: string },
  stack: AsyncDisposableStack,
): Promise<{ baseUrl: string; subject: string }> => {
  const [ada] = DEMO_PEOPLE;
  if (!ada) throw new Error("the demo provider knows nobody");
  await ensureBuilt();
  const folder = await mkdtemp(join(tmpdir(), "lintel-served-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const port = await anyPort();
  const env: NodeJS.ProcessEnv = {
    ...envOfBuild(runtime, { databaseUrl, port }),
    CONSOLE_CALLS_PER_MINUTE: "100000",
  };
  const issuer = await openIdentity(env, folder, stack);
  const { baseUrl, stop } = await startApp({
    env,
    logFolder: folder,
    hasWorker: false,
    onRestart: (why) => console.error(why),
  });
  stack.defer(stop);
  const { subject, name } = ada;
  await admit(runtime.deps, tenantId, { issuer, subject, name, role: "owner" });
  return { baseUrl, subject };
};
