import { z } from "zod";
import { type ProviderMetadata, providerAway } from "./discovery.ts";
import type { GrantedTokens } from "./identity-provider.ts";

const TIMEOUT_MS = 8_000;

// RFC 6749 §5.1
const granted = z.object({
  access_token: z.string().optional(),
  id_token: z.string().optional(),
  refresh_token: z.string().optional(),
});

export type TokenEndpoint = {
  /** RFC 6749 §6; null when the provider refuses the refresh token. */
  refresh(refreshToken: string, params: Readonly<Record<string, string>>): Promise<GrantedTokens | null>;
  /** RFC 7009; nothing where the provider has no such endpoint. */
  revoke(refreshToken: string): Promise<void>;
};

/** RFC 6749 §2.3.1: both are form-encoded before they are joined. */
const basic = (clientId: string, clientSecret: string): string => {
  const encoded = [clientId, clientSecret].map((part) =>
    new URLSearchParams({ "": part }).toString().slice(1),
  );
  return `Basic ${Buffer.from(encoded.join(":")).toString("base64")}`;
};

export const createTokenEndpoint = (options: {
  discover: () => Promise<ProviderMetadata>;
  clientId: string;
  clientSecret: string;
  fetch: typeof fetch;
}): TokenEndpoint => {
  const post = async (url: string, form: Record<string, string>): Promise<Response> => {
    const response = await options
      .fetch(url, {
        method: "POST",
        headers: {
          authorization: basic(options.clientId, options.clientSecret),
          "content-type": "application/x-www-form-urlencoded",
          accept: "application/json",
        },
        body: new URLSearchParams(form).toString(),
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      .catch(() => null);
    if (!response || response.status >= 500 || response.status === 429) throw providerAway();
    return response;
  };
  return {
    refresh: async (refreshToken, params) => {
      const { token_endpoint } = await options.discover();
      const response = await post(token_endpoint, {
        ...params,
        grant_type: "refresh_token",
        refresh_token: refreshToken,
      });
      const answer = granted.safeParse(await response.json().catch(() => null));
      if (!response.ok || !answer.success) return null;
      const { access_token = null, id_token = null, refresh_token = refreshToken } = answer.data;
      return { accessToken: access_token, idToken: id_token, refreshToken: refresh_token };
    },
    revoke: async (refreshToken) => {
      const { revocation_endpoint } = await options.discover();
      if (revocation_endpoint) {
        await post(revocation_endpoint, { token: refreshToken, token_type_hint: "refresh_token" });
      }
    },
  };
};
