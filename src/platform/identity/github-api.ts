import { z } from "zod";
import { SignInRefusal } from "#core/sign-in-refusal.ts";
import { providerAway } from "./provider-http.ts";
import type { Claims } from "./userinfo.ts";

const TIMEOUT_MS = 8_000;

// docs.github.com, REST API, "Get the authenticated user" and "List email addresses for the authenticated user".
const user = z.object({ id: z.int().positive(), login: z.string(), name: z.string().nullish() });
const emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

export type GithubApi = {
  /** Whose token it is, by the number that stays when a login is renamed; null: GitHub does not take the token. */
  userOf(accessToken: string): Promise<{ id: string; name: string } | null>;
  /** The address that GitHub writes to, where they have shown that it is theirs; null for none. */
  emailOf(accessToken: string): Promise<string | null>;
  /** Takes a token back. */
  revoke(accessToken: string): Promise<void>;
};

export const createGithubApi = (options: {
  apiUrl: string;
  clientId: string;
  clientSecret: string;
  fetch: typeof fetch;
}): GithubApi => {
  const { apiUrl, clientId, clientSecret } = options;
  const send = async (path: string, init: RequestInit & { headers: Record<string, string> }) => {
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
      .catch(() => null);
    // 429, or 403 with this header, is GitHub's rate limit.
    const isLimited = response?.status === 429 || response?.headers.get("x-ratelimit-remaining") === "0";
    if (!response || response.status >= 500 || (isLimited && !response.ok)) throw providerAway();
    return response;
  };
  const read = async <Value>(path: string, accessToken: string, shape: z.ZodType<Value>) => {
    const response = await send(path, { headers: { authorization: `Bearer ${accessToken}` } });
    if (!response.ok) return null;
    const answer = shape.safeParse(await response.json().catch(() => null));
    if (!answer.success) throw providerAway();
    return answer.data;
  };
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  return {
    userOf: async (accessToken) => {
      const found = await read("/user", accessToken, user);
      return found && { id: String(found.id), name: found.name || found.login };
    },
    emailOf: async (accessToken) => {
      const found = await read("/user/emails", accessToken, emails);
      return found?.find(({ primary, verified }) => primary && verified)?.email ?? null;
    },
    revoke: async (accessToken) => {
      await send(`/applications/${encodeURIComponent(clientId)}/token`, {
        method: "DELETE",
        headers: { authorization: `Basic ${basic}`, "content-type": "application/json" },
        body: JSON.stringify({ access_token: accessToken }),
      });
    },
  };
};

/**
 * In the words of OpenID Connect Core 1.0 §5.1.
 * @throws SignInRefusal: GitHub does not take the token that it has just issued
 */
export const githubClaims = async (
  api: GithubApi,
  accessToken: string,
): Promise<Claims & { sub: string }> => {
  const [person, email] = await Promise.all([api.userOf(accessToken), api.emailOf(accessToken)]);
  if (!person) throw new SignInRefusal("token_refused");
  return { sub: person.id, name: person.name, ...(email !== null && { email, email_verified: true }) };
};
