import { generateKeyPairSync, randomBytes } from "node:crypto";
import { createDatabase } from "./database.ts";
import { createService, type TestService } from "./service.ts";

type Options = NonNullable<Parameters<typeof createService>[0]>;

const sharedSecrets = (): Record<string, string> => ({
  SECRETS_KEY: randomBytes(32).toString("base64"),
  KEY_PEPPER: randomBytes(32).toString("base64"),
  TOKEN_SIGNING_KEYS: JSON.stringify([
    generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" }),
  ]),
});

/** Two processes of one deployment: the same database and secrets, and nothing else in common. */
export const createTwoProcesses = async (
  options: Options = {},
): Promise<AsyncDisposable & { one: TestService; other: TestService }> => {
  const database = await createDatabase();
  const borrowed = { url: database.url, [Symbol.asyncDispose]: async () => {} };
  const env = { ...sharedSecrets(), ...options.env };
  const one = await createService({ ...options, env, database: borrowed });
  const other = await createService({ ...options, env, database: borrowed });
  return {
    one,
    other,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([one.close(), other.close()]);
      await database[Symbol.asyncDispose]();
    },
  };
};
