import { type Config, tellNextAuth } from "#config/config.ts";
import { createGithubProvider, GITHUB } from "#platform/identity/github-provider.ts";
import { type IdentityProvider, PRESETS } from "#platform/identity/identity-provider.ts";
import { createOidcProvider } from "#platform/identity/oidc-provider.ts";
import { fingerprintsOf, type Secrets } from "#platform/secrets.ts";

/** The provider by which members sign in to the console, or null where the settings name none. */
export const identityOf = (config: Config, secrets: Secrets, now: () => Date): IdentityProvider | null => {
  const { CONSOLE_PROVIDER: kind, CONSOLE_CLIENT_ID: clientId, CONSOLE_CLIENT_SECRET: clientSecret } = config;
  if (!kind || !clientId || !clientSecret) return null;
  tellNextAuth(config);
  const bearerSeeds = () => fingerprintsOf(secrets, "console-bearer", "v1");
  const shared = {
    clientId,
    clientSecret,
    bearerSeeds,
    publicUrl: config.PUBLIC_URL,
    operatorClaims: config.OPERATORS.claims,
    fetch,
    now,
  };
  if (kind === "github") return createGithubProvider({ ...shared, issuer: config.CONSOLE_ISSUER ?? GITHUB });
  return createOidcProvider({
    ...shared,
    kind,
    issuer: config.CONSOLE_ISSUER ?? PRESETS[kind].issuer ?? "",
    audience: config.CONSOLE_AUDIENCE ?? null,
    clientIds: config.CONSOLE_CLIENT_IDS,
  });
};
