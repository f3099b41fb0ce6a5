import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { exportJWK, generateKeyPair } from "jose";
import { z } from "zod";
import { readJson } from "../lib/run.ts";
import { DEMO_ACCOUNTS, DEMO_OPERATOR, type DemoAccount } from "./oidc-people.ts";
import { onFreePort } from "./ports.ts";
import { step } from "./terminal.ts";

const USUAL_PORT = 3900;
const ACCESS_TOKEN_SECONDS = 300;
const AUDIENCE = "urn:lintel:console";

const kept = z.object({
  port: z.number().int(),
  clientSecret: z.string(),
  cookieKey: z.string(),
  key: z.looseObject({ kty: z.literal("RSA") }),
});

async function make(): Promise<z.infer<typeof kept>> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return {
    port: USUAL_PORT,
    clientSecret: randomBytes(32).toString("base64url"),
    cookieKey: randomBytes(32).toString("base64url"),
    key: { ...(await exportJWK(privateKey)), kty: "RSA", use: "sig", alg: "RS256" },
  };
}

/**
 * The issuer that signs people in to the console: the provider in the settings, or the demo provider, which this
 * starts and enters in the settings. Empty in production without a provider.
 */
export async function openIdentity(
  env: NodeJS.ProcessEnv,
  local: string,
  stack: AsyncDisposableStack,
  people: readonly DemoAccount[] = DEMO_ACCOUNTS,
): Promise<string> {
  if (env.CONSOLE_PROVIDER) {
    return step("sign-in", "asking CONSOLE_PROVIDER", async () => {
      const result = env.CONSOLE_ISSUER ?? env.CONSOLE_PROVIDER ?? "";
      return { said: `${result}, from CONSOLE_PROVIDER`, result };
    });
  }
  if (env.LINTEL_ENV === "production") {
    return step("sign-in", "", async () => ({ said: "off: CONSOLE_PROVIDER is not set", result: "" }));
  }
  return step("sign-in", "starting the demo identity provider", async () => {
    const file = join(local, "oidc.json");
    const known = readJson(file, kept) ?? (await make());
    // It takes a while to load, and only the demo needs it.
    const { startOidcServer } = await import("./oidc-server.ts");
    const server = await onFreePort(known.port, async (port) => {
      const running = await startOidcServer({
        port,
        environment: env.LINTEL_ENV,
        publicUrl: env.PUBLIC_URL ?? "",
        client: { id: "console", secret: known.clientSecret, audience: AUDIENCE },
        people,
        jwks: { keys: [known.key] },
        cookieKey: known.cookieKey,
        accessTokenSeconds: ACCESS_TOKEN_SECONDS,
      });
      writeFileSync(file, JSON.stringify({ ...known, port }), { mode: 0o600 });
      return running;
    });
    stack.defer(() => server.stop());
    Object.assign(env, {
      CONSOLE_PROVIDER: "oidc",
      CONSOLE_ISSUER: server.issuer,
      CONSOLE_CLIENT_ID: "console",
      CONSOLE_CLIENT_SECRET: known.clientSecret,
      CONSOLE_AUDIENCE: AUDIENCE,
      OPERATORS: env.OPERATORS || DEMO_OPERATOR.email,
    });
    return { said: `${server.issuer}, demo people`, result: server.issuer };
  });
}
