import { ConfigError, loadConfig } from "#config.ts";
import { Foreseen } from "../lib/foreseen.ts";
import { choosePort } from "./choose-port.ts";
import { ensureSecrets } from "./secrets.ts";
import { step } from "./terminal.ts";

// Stands in while the embedded database has no address yet.
const SOME_DATABASE = "postgresql://localhost/lintel";

/** Every setting of this run: the environment's, else the file's, else ours; refused at once when one is wrong. */
export function settle(file: string): Promise<NodeJS.ProcessEnv> {
  return step("settings", "reading .env", async () => {
    const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ""));
    const { settings, added } = await ensureSecrets(file, given);
    const env: NodeJS.ProcessEnv = {
      NODE_ENV: "production",
      LINTEL_ENV: "development",
      ...settings,
      ...given,
    };
    const port = await choosePort(env.PORT, env.HOST);
    env.PORT = String(port);
    env.PUBLIC_URL ??= `http://localhost:${port}`;
    validate({ ...env, DATABASE_URL: env.DATABASE_URL ?? SOME_DATABASE });
    return {
      said: added.length > 0 ? `from .env, with ${added.length} new secrets` : "from .env",
      result: env,
    };
  });
}

function validate(env: NodeJS.ProcessEnv): void {
  try {
    loadConfig(env);
  } catch (error) {
    throw error instanceof ConfigError ? new Foreseen(error.message) : error;
  }
}
