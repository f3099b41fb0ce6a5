import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { type ClientMetadata, Provider } from "oidc-provider";
import { anyPort, listenLocally } from "../../../scripts/local/ports.ts";
import { BASE_URL } from "../world/service.ts";

export type AgeProvider = {
  issuer: string;
  /** Who signs in next, with everything that the provider knows; null: they stop. */
  person: ({ sub: string; acr?: string } & Record<string, unknown>) | null;
  /** The parameters of the last authorization request. */
  asked: URLSearchParams;
  /** Walks through the sign-in as a browser does. @returns the address that the browser is sent back to */
  signIn(url: URL): Promise<URL>;
  stop(): Promise<void>;
};

export const AGE_CLIENT = { id: "lintel", secret: "s".repeat(43) } as const;

const CALLBACK = `${BASE_URL}/v/idp/callback`;
const AGES = [13, 16, 18, 21];

/**
 * A real OpenID Connect provider (the package oidc-provider) that knows ages: `age_over_NN` by scopes, `birthdate` and
 * `verified_claims` by the `claims` parameter.
 * @param keyOf the public key of the client that signs its requests; left out, there is none
 */
export const startAgeProvider = async (
  options: { publicJwk?: JWK; callback?: string; acrs?: string[] } = {},
): Promise<AgeProvider> => {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const callback = options.callback ?? CALLBACK;
  const port = await anyPort();
  const issuer = `http://localhost:${port}`;
  const common = {
    redirect_uris: [callback],
    grant_types: ["authorization_code"],
    response_types: ["code"],
  } satisfies Partial<ClientMetadata>;
  const clients: ClientMetadata[] = [
    { ...common, client_id: AGE_CLIENT.id, client_secret: AGE_CLIENT.secret },
    ...(options.publicJwk
      ? [
          {
            ...common,
            client_id: "by-key",
            token_endpoint_auth_method: "private_key_jwt" as const,
            token_endpoint_auth_signing_alg: "RS256" as const,
            jwks: { keys: [options.publicJwk] },
          },
        ]
      : []),
  ];
  const provider = new Provider(issuer, {
    clients,
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: "RS256", use: "sig" }] },
    cookies: { keys: [randomBytes(16).toString("hex")] },
    scopes: ["openid", "profile", "birthdate", ...AGES.map((age) => `age_over:${age}`)],
    claims: {
      openid: ["sub"],
      birthdate: ["birthdate"],
      profile: ["name", "birthdate"],
      verified_claims: null,
      ...Object.fromEntries(AGES.map((age) => [`age_over:${age}`, [`age_over_${age}`]])),
    },
    ...(options.acrs ? { acrValues: options.acrs } : {}),
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, claimsParameter: { enabled: true } },
    findAccount: async (_context, sub) => ({
      accountId: sub,
      claims: async () => ({ ...running.person, sub }),
    }),
    loadExistingGrant: async ({ oidc: { session, client, params, provider: op } }) => {
      if (!session?.accountId || !client) return undefined;
      const grant = new op.Grant({ accountId: session.accountId, clientId: client.clientId });
      grant.addOIDCScope(String(params?.scope ?? "openid"));
      grant.addOIDCClaims(["birthdate", "verified_claims", "acr"]);
      await grant.save();
      return grant;
    },
    interactions: { url: (_context, { uid }) => `/sign-in/${uid}` },
  });
  // Each of Lintel's providers has an address of its own below the one that they once shared.
  provider.Client.prototype.redirectUriAllowed = (address) =>
    address === callback || address.startsWith(`${callback}/`);
  const answer = provider.callback();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", issuer);
    if (pathname === "/auth") running.asked = searchParams;
    if (!pathname.startsWith("/sign-in/")) return answer(request, response);
    const { person } = running;
    const result = person
      ? { login: { accountId: person.sub, ...(person.acr === undefined ? {} : { acr: person.acr }) } }
      : { error: "access_denied", error_description: "stopped" };
    provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false }).catch(() => {
      response.writeHead(400).end();
    });
  });
  const stop = await listenLocally(server, port);

  const signIn = async (url: URL): Promise<URL> => {
    const cookies = new Map<string, string>();
    let next = url;
    for (let hops = 0; hops < 10; hops += 1) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const response = await fetch(next, { redirect: "manual", headers: { cookie } });
      for (const line of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === "") cookies.delete(name);
        else cookies.set(name, value);
      }
      const location = response.headers.get("location");
      if (location === null)
        throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
      next = new URL(location, next);
      if (next.href.startsWith(callback)) return next;
    }
    throw new Error("the sign-in goes round in circles");
  };

  const running: AgeProvider = { issuer, person: null, asked: new URLSearchParams(), signIn, stop };
  return running;
};
