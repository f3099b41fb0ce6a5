import { createGithubApi, githubClaims } from "./github-api.ts";
import type { IdentityProvider, ProviderSession } from "./identity-provider.ts";
import { createOwnBearers } from "./own-bearer.ts";

export const GITHUB = "https://github.com";

const trimmed = (url: string): string => url.replace(/\/+$/, "");

// GitHub Enterprise Server has its interface under its own address.
const apiOf = (issuer: string): string => (issuer === GITHUB ? "https://api.github.com" : `${issuer}/api/v3`);

/**
 * GitHub speaks OAuth 2 and no OpenID Connect: its access tokens are opaque, and there is no id_token. So the bearer
 * of the console's calls is a JWT of our own, good for five minutes; each new one asks GitHub whether the grant still
 * stands.
 * @param options.issuer https://github.com, or the address of a GitHub Enterprise Server
 * @param options.bearerSeed 32 secret bytes, the same in every process
 */
export const createGithubProvider = (options: {
  issuer: string;
  clientId: string;
  clientSecret: string;
  bearerSeed: Uint8Array;
  publicUrl: string;
  fetch: typeof fetch;
  now: () => Date;
}): IdentityProvider => {
  const { clientId, clientSecret, publicUrl, now } = options;
  const issuer = trimmed(options.issuer);
  const api = createGithubApi({ ...options, apiUrl: apiOf(issuer) });
  const bearers = createOwnBearers({ seed: options.bearerSeed, issuer: `${publicUrl}/console`, now });

  const sessionOf = async (accessToken: string | null): Promise<ProviderSession | null> => {
    const person = accessToken === null ? null : await api.userOf(accessToken);
    if (!person) return null;
    const { bearer, expiresAtSeconds } = await bearers.issue(person.id);
    return { bearer, bearerExpiresAt: expiresAtSeconds, refreshToken: accessToken, idToken: null };
  };

  return {
    signIn: {
      name: "GitHub",
      issuer,
      way: {
        kind: "oauth",
        authorizationUrl: `${issuer}/login/oauth/authorize`,
        tokenUrl: `${issuer}/login/oauth/access_token`,
        responseIssuer: `${issuer}/login/oauth`,
        claimsOf: (accessToken) => githubClaims(api, accessToken),
      },
      clientId,
      clientSecret,
      params: { scope: "read:user user:email" },
      tokenParams: {},
    },
    verify: async (bearer) => {
      const subject = await bearers.verify(bearer);
      return subject === null ? null : { issuer, subject };
    },
    begin: ({ accessToken }) => sessionOf(accessToken),
    renew: ({ refreshToken }) => sessionOf(refreshToken),
    revoke: async ({ refreshToken }) => {
      if (refreshToken !== null) await api.revoke(refreshToken);
    },
    signOutUrl: async () => null, // GitHub has no such page: its own session goes on
  };
};
