import { SignInRefusal } from "#core/sign-in-refusal.ts";
import { codeOf } from "./authorization-answer.ts";
import { createGithubApi, githubClaims } from "./github-api.ts";
import type { IdentityProvider, ProviderSession } from "./identity-provider.ts";
import { createOwnBearers } from "./own-bearer.ts";
import { profileOf } from "./profile.ts";
import { createProviderHttp } from "./provider-http.ts";
import { requestTokens } from "./token-endpoint.ts";

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
  const http = createProviderHttp(options.fetch);
  const api = createGithubApi({ ...options, apiUrl: apiOf(issuer) });
  const bearers = createOwnBearers({ seed: options.bearerSeed, issuer: `${publicUrl}/console`, now });
  // docs.github.com, "Authorizing OAuth apps": the secret is a parameter of the form.
  const tokenEndpoint = { url: `${issuer}/login/oauth/access_token`, methods: ["client_secret_post"] };

  const sessionOf = async (subject: string, accessToken: string): Promise<ProviderSession> => ({
    subject,
    ...(await bearers.issue(subject)),
    refreshToken: accessToken,
    idToken: null,
  });

  return {
    signIn: { name: "GitHub", issuer, clientId, hasNonce: false },
    authorization: async () => ({
      url: `${issuer}/login/oauth/authorize`,
      params: { scope: "read:user user:email" },
    }),
    exchange: async (answer) => {
      const code = codeOf(answer, { responseIssuer: `${issuer}/login/oauth`, isIssuerPromised: false });
      const form = { code, redirect_uri: answer.redirectUri, code_verifier: answer.codeVerifier };
      const { accessToken } = await requestTokens(http, tokenEndpoint, { clientId, clientSecret }, form);
      if (accessToken === null) throw new SignInRefusal("access_token_missing");
      const claims = await githubClaims(api, accessToken);
      const profile = profileOf({ issuer, subject: claims.sub }, [claims]);
      return { profile, session: await sessionOf(claims.sub, accessToken), notes: [] };
    },
    verify: async (bearer) => {
      const subject = await bearers.verify(bearer);
      return subject === null ? null : { issuer, subject };
    },
    renew: async ({ subject, refreshToken }) => {
      const person = refreshToken === null ? null : await api.userOf(refreshToken);
      return person && refreshToken !== null && person.id === subject
        ? sessionOf(subject, refreshToken)
        : null;
    },
    revoke: async ({ refreshToken }) => {
      if (refreshToken !== null) await api.revoke(refreshToken);
    },
    signOutUrl: async () => null, // GitHub has no such page: its own session goes on
  };
};
