import { z } from "zod";
import { jsonIn } from "#core/json.ts";
import { SignInRefusal } from "#core/sign-in-refusal.ts";
import { readBounded } from "#platform/bounded-body.ts";
import { createProviderHttp, providerAway } from "#platform/http.ts";
import { createOwnBearers } from "./bearers.ts";
import type { IdentityProvider, ProviderOptions, ProviderSession } from "./identity-provider.ts";
import { type Claims, profileOf } from "./profile.ts";
import { codeOf, requestTokens } from "./token-endpoint.ts";

const TIMEOUT_MS = 8_000;

// docs.github.com, REST API, "Get the authenticated user" and "List email addresses for the authenticated user".
const user = z.object({ id: z.int().positive(), login: z.string(), name: z.string().nullish() });
const emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** A person and a few addresses are far below it. */
const MAX_BYTES = 1024 * 1024;

/** The JSON of an answer; undefined for what is none, or too long. */
const bodyOf = async (response: Response): Promise<unknown> => {
  const bytes = await readBounded(response.body ?? [], MAX_BYTES).catch(() => null);
  return bytes === null ? undefined : jsonIn(bytes);
};

const createGithubApi = (options: {
  apiUrl: string;
  clientId: string;
  clientSecret: string;
  fetch: typeof fetch;
}) => {
  const { apiUrl, clientId, clientSecret } = options;
  const send = async (path: string, init: RequestInit & { headers: Record<string, string> }) => {
    let failure: unknown;
    const response = await options
      .fetch(`${apiUrl}${path}`, {
        ...init,
        headers: {
          accept: "application/vnd.github+json",
          "user-agent": "lintel", // GitHub refuses requests without one
          "x-github-api-version": "2022-11-28",
          ...init.headers,
        },
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      .catch((error: unknown) => {
        failure = error;
        return null;
      });
    // 429, or 403 with this header, is GitHub's rate limit.
    const isLimited = response?.status === 429 || response?.headers.get("x-ratelimit-remaining") === "0";
    if (!response || response.status >= 500 || (isLimited && !response.ok)) throw providerAway(failure);
    return response;
  };
  const read = async <Value>(path: string, accessToken: string, shape: z.ZodType<Value>) => {
    const response = await send(path, { headers: { authorization: `Bearer ${accessToken}` } });
    if (!response.ok) return null;
    const answer = shape.safeParse(await bodyOf(response));
    if (!answer.success) throw providerAway();
    return answer.data;
  };
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  return {
    /** The token's person, by the number that survives a new login name; null: GitHub refuses the token. */
    userOf: async (accessToken: string) => {
      const found = await read("/user", accessToken, user);
      return found && { id: String(found.id), name: found.name || found.login };
    },
    /** The person's primary address if they have verified it, else null. */
    emailOf: async (accessToken: string) => {
      const found = await read("/user/emails", accessToken, emails);
      return found?.find(({ primary, verified }) => primary && verified)?.email ?? null;
    },
    revoke: async (accessToken: string): Promise<void> => {
      await send(`/applications/${encodeURIComponent(clientId)}/token`, {
        method: "DELETE",
        headers: { authorization: `Basic ${basic}`, "content-type": "application/json" },
        body: JSON.stringify({ access_token: accessToken }),
      });
    },
  };
};

/**
 * The person as claims of OpenID Connect Core 1.0 §5.1.
 * @throws SignInRefusal: GitHub rejects the token that it has just issued
 */
const githubClaims = async (
  api: ReturnType<typeof createGithubApi>,
  accessToken: string,
): Promise<Claims & { sub: string }> => {
  const [person, email] = await Promise.all([api.userOf(accessToken), api.emailOf(accessToken)]);
  if (!person) throw new SignInRefusal("token_refused");
  return { sub: person.id, name: person.name, ...(email !== null && { email, email_verified: true }) };
};

export const GITHUB = "https://github.com";

const trimmed = (url: string): string => url.replace(/\/+$/, "");

// GitHub Enterprise Server serves its API at its own address.
const apiOf = (issuer: string): string => (issuer === GITHUB ? "https://api.github.com" : `${issuer}/api/v3`);

/**
 * GitHub speaks OAuth 2 without OpenID Connect: access tokens are opaque, and there is no id_token. So this
 * service itself signs the bearer for the console's calls, for five minutes; each new one asks GitHub whether
 * the grant still stands.
 * @param options.issuer https://github.com, or the address of a GitHub Enterprise Server
 */
export const createGithubProvider = (options: ProviderOptions): IdentityProvider => {
  const { clientId, clientSecret, publicUrl, now } = options;
  const issuer = trimmed(options.issuer);
  const http = createProviderHttp(options.fetch);
  const api = createGithubApi({ ...options, apiUrl: apiOf(issuer) });
  const bearers = createOwnBearers({ seeds: options.bearerSeeds, issuer: `${publicUrl}/console`, now });
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
    signOutUrl: async () => null, // GitHub has no such page: its own session stays
  };
};
