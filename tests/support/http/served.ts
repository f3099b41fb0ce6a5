import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startApp } from "../../../scripts/local/app.ts";
import { anyPort } from "../../../scripts/local/ports.ts";
import { startIdentity, type TestIdentity } from "../sign-in/identity.ts";
import { createDatabase } from "../world/database.ts";
import { ADMIN_KEY, BASE_URL, createService, type TestService } from "../world/service.ts";

export type Served = AsyncDisposable & {
  /** The same database and keys in this process, to make what a request needs. */
  service: TestService;
  identity: TestIdentity;
  port: number;
  pid(): number;
  /** What the process has written so far. */
  log(): Promise<string>;
};

const secrets = (): Record<string, string> => ({
  LINTEL_ENV: "development",
  PUBLIC_URL: BASE_URL,
  SECRETS_KEY: randomBytes(32).toString("base64"),
  KEY_PEPPER: randomBytes(32).toString("base64"),
  ADMIN_KEYS: ADMIN_KEY,
  TOKEN_SIGNING_KEYS: JSON.stringify([
    generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" }),
  ]),
});

/** `npm run serve` as a process of its own, on a free port or on PORT, with its own database and identity provider. */
export const serveBuild = async (env: Record<string, string> = {}): Promise<Served> => {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "lintel-served-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const identity = await startIdentity();
  stack.defer(() => identity.stop());
  const database = await createDatabase();
  const settings = { ...secrets(), ...identity.env, ...env };
  const service = await createService({ env: settings, database });
  stack.defer(() => service.close());
  const port = env.PORT === undefined ? await anyPort() : Number(env.PORT);
  const app = await startApp({
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      ...settings,
      DATABASE_URL: database.url,
      HOST: "127.0.0.1",
      PORT: String(port),
    },
    logFolder: folder,
    hasWorker: false,
  });
  stack.defer(() => app.stop());
  const kept = stack.move();
  return {
    service,
    identity,
    port,
    pid: () => app.pids()[0] ?? 0,
    log: () => readFile(join(folder, "service.log"), "utf8"),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
};
