import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exportJWK, generateKeyPair } from "jose";
import { z } from "zod";
import { DEMO_PEOPLE, type DemoPerson } from "./oidc-people.ts";
import type { RunningOidcServer } from "./oidc-server.ts";
import { freePort } from "./ports.ts";
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

type Kept = z.infer<typeof kept>;

async function makeNew(): Promise<Kept> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return {
    port: USUAL_PORT,
    clientSecret: randomBytes(32).toString("base64url"),
    cookieKey: randomBytes(32).toString("base64url"),
    key: { ...(await exportJWK(privateKey)), kty: "RSA", use: "sig", alg: "RS256" },
  };
}

async function read(file: string): Promise<Kept> {
  try {
    return kept.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return makeNew(); // the first start, or a file that someone edited
  }
}

/**
 * Who signs people in to the console: the provider in the settings, or one of our own that is started for it.
 * Fills in the settings of the console where it is ours.
 */
export async function openIdentity(
  env: NodeJS.ProcessEnv,
  local: string,
  stack: AsyncDisposableStack,
  people: readonly DemoPerson[] = DEMO_PEOPLE,
): Promise<string> {
  if (env.CONSOLE_PROVIDER) {
    return step("sign-in", "asking CONSOLE_PROVIDER", async () => {
      const result = env.CONSOLE_ISSUER ?? env.CONSOLE_PROVIDER ?? "";
      return { said: `${result}, from CONSOLE_PROVIDER`, result };
    });
  }
  if (env.LINTEL_ENV === "production") {
    return step("sign-in", "", async () => ({ said: "nobody: CONSOLE_PROVIDER is not set", result: "" }));
  }
  return step("sign-in", "starting the demo identity provider", async () => {
    const file = join(local, "oidc.json");
    const known = await read(file);
    const port = await freePort(known.port, "127.0.0.1");
    writeFileSync(file, JSON.stringify({ ...known, port }), { mode: 0o600 });
    // It takes a while to load, and who has a provider of their own does not need it.
    const { startOidcServer } = await import("./oidc-server.ts");
    const server: RunningOidcServer = await startOidcServer({
      port,
      environment: env.LINTEL_ENV,
      publicUrl: env.PUBLIC_URL ?? "",
      client: { id: "console", secret: known.clientSecret, audience: AUDIENCE },
      people,
      jwks: { keys: [known.key] },
      cookieKey: known.cookieKey,
      accessTokenSeconds: ACCESS_TOKEN_SECONDS,
    });
    stack.defer(() => server.stop());
    Object.assign(env, {
      CONSOLE_PROVIDER: "oidc",
      CONSOLE_ISSUER: server.issuer,
      CONSOLE_CLIENT_ID: "console",
      CONSOLE_CLIENT_SECRET: known.clientSecret,
      CONSOLE_AUDIENCE: AUDIENCE,
    });
    return { said: `${server.issuer}, demo people`, result: server.issuer };
  });
}
