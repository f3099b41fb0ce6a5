import { randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair } from "jose";
import { afterAll, beforeAll } from "vitest";
import type { Role } from "#core/access/permissions.ts";
import { insertMembership } from "#data/members/members.ts";
import { systemCtx } from "#runtime/runtime.ts";
import type { Deps } from "#services/context.ts";
import { signIn } from "#services/members/identify.ts";
import type { DemoAccount } from "../../../scripts/local/oidc-people.ts";
import { type Kept, type RunningOidcServer, startOidcServer } from "../../../scripts/local/oidc-server.ts";
import { anyPort } from "../../../scripts/local/ports.ts";
import { BASE_URL, createService, type TestService } from "../world/service.ts";

export const AUDIENCE = "urn:lintel:console";
export const CLIENT = { id: "console", secret: "s".repeat(43), audience: AUDIENCE } as const;

export const person = (name: string): DemoAccount => ({
  subject: name.toLowerCase(),
  name,
  email: `${name.toLowerCase()}@people.test`,
  about: "",
});

export const PEOPLE = ["Ada", "Ben", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal"].map(person);

const rsaKey = async () => {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { ...(await exportJWK(privateKey)), kty: "RSA" as const, use: "sig" as const, alg: "RS256" };
};

export type TestIdentity = RunningOidcServer & {
  /** A bearer as the provider issues them, for a person who need not sign in first. */
  bearer(subject: string, options?: { audience?: string; clientId?: string }): Promise<string>;
  /** Ends every session and grant, as an administrator of the provider could. */
  forget(): void;
  env: Record<string, string>;
};

/** A real OpenID Connect provider on a free port. */
export const startIdentity = async (
  options: { port?: number; accessTokenSeconds?: number } = {},
): Promise<TestIdentity> => {
  const store = new Map<string, Kept>();
  const running = await startOidcServer({
    store,
    port: options.port ?? (await anyPort()),
    environment: "development",
    publicUrl: BASE_URL,
    client: CLIENT,
    people: PEOPLE,
    jwks: { keys: [await rsaKey()] },
    cookieKey: randomBytes(32).toString("base64url"),
    accessTokenSeconds: options.accessTokenSeconds ?? 300,
  });
  const bearer: TestIdentity["bearer"] = async (subject, { audience = AUDIENCE } = {}) => {
    const { provider } = running;
    const client = await provider.Client.find(CLIENT.id);
    if (!client) throw new Error("the client is registered above");
    const grant = new provider.Grant({ accountId: subject, clientId: CLIENT.id });
    grant.addResourceScope(audience, "openid");
    const token = new provider.AccessToken({
      accountId: subject,
      client,
      grantId: await grant.save(),
      gty: "authorization_code",
      sessionUid: "none",
      scope: "openid",
    });
    token.resourceServer = new provider.ResourceServer(audience, {
      scope: "openid",
      audience,
      accessTokenFormat: "jwt",
    });
    return token.save();
  };
  return {
    ...running,
    bearer,
    forget: () => store.clear(),
    env: {
      LINTEL_ENV: "development",
      CONSOLE_PROVIDER: "oidc",
      CONSOLE_ISSUER: running.issuer,
      CONSOLE_CLIENT_ID: CLIENT.id,
      CONSOLE_CLIENT_SECRET: CLIENT.secret,
      CONSOLE_AUDIENCE: AUDIENCE,
    },
  };
};

export type ConsoleService = TestService & { identity: TestIdentity };

/** One service with a provider of its own for all tests of a file. */
export const consoleForFile = (
  options: { env?: Record<string, string>; overrides?: Partial<Deps>; accessTokenSeconds?: number } = {},
): { get(): ConsoleService } => {
  let running: ConsoleService | undefined;
  beforeAll(async () => {
    const { accessTokenSeconds, env, overrides } = options;
    const identity = await startIdentity(accessTokenSeconds === undefined ? {} : { accessTokenSeconds });
    const service = await createService({
      env: { ...identity.env, ...env },
      ...(overrides === undefined ? {} : { overrides }),
    });
    running = { ...service, identity };
  });
  afterAll(async () => {
    await running?.close();
    await running?.identity.stop();
  });
  return {
    get: () => {
      if (!running) throw new Error("the service exists only while tests run");
      return running;
    },
  };
};

/** Signs somebody in once, so that the console knows them; optionally as a member. */
export const knownPerson = async (
  { deps }: Pick<TestService, "deps">,
  subject: string,
  membership?: { tenantId: string; role: Role },
): Promise<{ id: string }> => {
  const found = PEOPLE.find((candidate) => candidate.subject === subject);
  const issuer = deps.identity?.signIn.issuer ?? "";
  const { name = subject, email = null } = found ?? {};
  const member = await signIn(systemCtx(deps), { issuer, subject, name, email });
  if (membership)
    await insertMembership(
      deps.db.orm,
      { ...membership, memberId: member.id, consent: "made_up" },
      deps.now(),
    );
  return member;
};
