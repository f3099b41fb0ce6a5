import { loadConfig } from "#config/config.ts";
import { createRuntime, type Runtime } from "#runtime/runtime.ts";
import { newSecrets } from "../local/secrets.ts";

/** The settings of a service on this database, with new keys. */
export const newEnv = async (databaseUrl: string): Promise<Record<string, string>> => ({
  ...(await newSecrets()),
  LINTEL_ENV: "development",
  PUBLIC_URL: "https://age.test",
  LOG_LEVEL: "warn",
  DATABASE_URL: databaseUrl,
});

/** A service on this database, with new keys where the environment names none. */
export const scriptRuntime = async (databaseUrl: string): Promise<Runtime> =>
  createRuntime(
    loadConfig({
      ...(await newEnv(databaseUrl)),
      CONSOLE_CALLS_PER_MINUTE: "100000",
      ...process.env,
      LINTEL_ENV: "development",
      DATABASE_URL: databaseUrl,
    }),
  );
