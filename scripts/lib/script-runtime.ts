import { generateKeyPairSync, randomBytes } from "node:crypto";
import { loadConfig } from "#config.ts";
import { createRuntime, type Runtime } from "#runtime.ts";

/** A service on this database, with new keys where the environment names none. */
export const scriptRuntime = (databaseUrl: string): Promise<Runtime> => {
  const signingKey = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
  return createRuntime(
    loadConfig({
      PUBLIC_URL: "https://age.test",
      SECRETS_KEY: randomBytes(32).toString("base64"),
      KEY_PEPPER: randomBytes(32).toString("base64"),
      ADMIN_KEYS: `adm_${"k".repeat(40)}`,
      TOKEN_SIGNING_KEYS: JSON.stringify([signingKey]),
      LOG_LEVEL: "warn",
      CONSOLE_CALLS_PER_MINUTE: "100000",
      ...process.env,
      LINTEL_ENV: "development",
      DATABASE_URL: databaseUrl,
    }),
  );
};
