import { loadConfig } from "#config.ts";
import { createRuntime, type Runtime } from "#runtime.ts";
import { newSecrets } from "../local/secrets.ts";

/** A service on this database, with new keys where the environment names none. */
export const scriptRuntime = async (databaseUrl: string): Promise<Runtime> =>
  createRuntime(
    loadConfig({
      PUBLIC_URL: "https://age.test",
      ...(await newSecrets()),
      LOG_LEVEL: "warn",
      CONSOLE_CALLS_PER_MINUTE: "100000",
      ...process.env,
      LINTEL_ENV: "development",
      DATABASE_URL: databaseUrl,
    }),
  );
