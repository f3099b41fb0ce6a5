import { createHash, generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { exportJWK, type JWK, SignJWT } from "jose";
import { CLIENT } from "./identity.ts";

export type SigningKey = { kid: string; alg: string; privateKey: KeyObject; publicKey: KeyObject };

/** A fresh key pair for any of the asymmetric algorithms of JWS. */
export const signingKey = (alg = "RS256", kid: string = randomUUID()): SigningKey => {
  const curve = { ES256: "P-256", ES384: "P-384", ES512: "P-521" }[alg];
  const pair = curve
    ? generateKeyPairSync("ec", { namedCurve: curve })
    : alg.startsWith("Ed")
      ? generateKeyPairSync("ed25519")
      : generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { kid, alg, ...pair };
};

type Claims = Record<string, unknown>;

/** What the provider answers; each part can be replaced by a test. */
export type Script = {
  key: SigningKey;
  /** Published; the signing key alone unless something else is said. */
  keys: SigningKey[] | null;
  /** Added to the discovery document, or taken from it by undefined. */
  discovery: Claims;
  /** Added to the redirect back; `null` takes a parameter away. */
  redirect: Record<string, string | null>;
  idToken: (claims: Claims) => Claims | null;
  idTokenHeader: Claims;
  accessToken: (claims: Claims) => Claims | string | null;
  accessTokenHeader: Claims;
  /** Instead of signing: a finished token. */
  forgeIdToken: ((honest: string) => string | Promise<string>) | null;
  userinfo: (claims: Claims) => Claims | null;
  isUserinfoSigned: boolean;
  /** Status and body instead of tokens. */
  tokenAnswer: [number, string] | null;
  accessTokenSeconds: number;
  /** Seconds that an answer to a refresh takes. */
  beforeRefresh: () => Promise<void>;
};

export type ScriptedProvider = {
  issuer: string;
  script: Script;
  /** Every request's path, in their order. */
  asked: string[];
  /** What came to the token endpoint as codes, its own or not. */
  codes: string[];
  /** Uses of refresh tokens, with what each brought. */
  refreshes: string[];
  revoked: string[];
  /** While true no request is answered. */
  isAway: boolean;
  sign(claims: Claims, header?: Claims, key?: SigningKey): Promise<string>;
  /** An access token for the console as this provider issues them. */
  bearer(claims?: Claims, header?: Claims): Promise<string>;
  env: Record<string, string>;
  reset(): void;
  stop(): Promise<void>;
};

const AUDIENCE = "urn:lintel:console";
const basicOf = ({ id, secret }: { id: string; secret: string }) =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;

export const hashOf = (token: string, bits = 256): string => {
  const digest = createHash(`sha${bits}`).update(token).digest();
  return digest.subarray(0, digest.length / 2).toString("base64url");
};

/**
 * An OpenID Connect provider whose every answer a test can change: algorithms, claims, lies, refusals. Refresh tokens
 * are good for one use, and a second use ends the whole grant (RFC 9700 §4.14.2). People sign in without being asked.
 */
export const startScriptedProvider = async (): Promise<ScriptedProvider> => {
  const honest = (): Script => ({
    key: rsa,
    keys: null,
    discovery: {},
    redirect: {},
    idToken: (claims) => claims,
    idTokenHeader: {},
    accessToken: (claims) => claims,
    accessTokenHeader: {},
    forgeIdToken: null,
    userinfo: (claims) => claims,
    isUserinfoSigned: false,
    tokenAnswer: null,
    accessTokenSeconds: 300,
    beforeRefresh: async () => {},
  });
  const rsa = signingKey("RS256", "rsa");
  type Grant = { nonce: string | null; challenge: string | null; redirectUri: string; subject: string };
  const codes = new Map<string, Grant>();
  const grants = new Map<string, { subject: string; current: string; isOver: boolean }>();

  const provider: ScriptedProvider = {
    issuer: "",
    script: honest(),
    asked: [],
    codes: [],
    refreshes: [],
    revoked: [],
    isAway: false,
    env: {},
    sign: (claims, header = {}, key = provider.script.key) =>
      new SignJWT(claims).setProtectedHeader({ alg: key.alg, kid: key.kid, ...header }).sign(key.privateKey),
    bearer: (claims = {}, header = {}) =>
      provider.sign({ ...accessClaims("ada"), ...claims }, { typ: "at+jwt", ...header }),
    reset: () => {
      provider.script = honest();
      provider.isAway = false;
      provider.asked.length = 0;
      provider.codes.length = 0;
      provider.refreshes.length = 0;
      provider.revoked.length = 0;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };

  const times = (): { iat: number; exp: number } => {
    const iat = Math.floor(Date.now() / 1000);
    return { iat, exp: iat + provider.script.accessTokenSeconds };
  };
  const accessClaims = (sub: string): Claims => ({
    iss: provider.issuer,
    aud: AUDIENCE,
    sub,
    client_id: CLIENT.id,
    jti: randomUUID(),
    ...times(),
  });
  const personOf = (sub: string): Claims => ({
    name: `${sub.charAt(0).toUpperCase()}${sub.slice(1)}`,
    email: `${sub}@people.test`,
    email_verified: true,
  });

  const tokensFor = async (subject: string, nonce: string | null): Promise<Claims> => {
    const { script } = provider;
    const access = script.accessToken(accessClaims(subject));
    const accessToken =
      access === null || typeof access === "string"
        ? access
        : await provider.sign(access, { typ: "at+jwt", ...script.accessTokenHeader });
    const claims = script.idToken({
      iss: provider.issuer,
      aud: CLIENT.id,
      sub: subject,
      ...personOf(subject),
      ...(nonce === null ? {} : { nonce }),
      ...times(),
    });
    const signed = claims && (await provider.sign(claims, script.idTokenHeader));
    const idToken = signed && script.forgeIdToken ? await script.forgeIdToken(signed) : signed;
    const id = randomUUID();
    const refresh = `${id}.${randomUUID()}`;
    grants.set(id, { subject, current: refresh, isOver: false });
    return {
      token_type: "Bearer",
      ...(accessToken === null ? {} : { access_token: accessToken }),
      ...(idToken === null ? {} : { id_token: idToken }),
      refresh_token: refresh,
    };
  };

  const refreshed = async (token: string): Promise<[number, Claims]> => {
    const id = token.split(".")[0] ?? "";
    const grant = grants.get(id);
    await provider.script.beforeRefresh();
    if (!grant || grant.isOver || grant.current !== token) {
      if (grant) grant.isOver = true;
      provider.refreshes.push("refused");
      return [400, { error: "invalid_grant" }];
    }
    const tokens = await tokensFor(grant.subject, null);
    grant.current = `${id}.${randomUUID()}`;
    provider.refreshes.push("granted");
    return [200, { ...tokens, refresh_token: grant.current }];
  };

  const exchanged = async (form: URLSearchParams): Promise<[number, Claims]> => {
    const code = form.get("code") ?? "";
    const known = codes.get(code);
    provider.codes.push(code);
    codes.delete(code);
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    // RFC 6749 §4.1.3: the very address that the code went to.
    const isBound = known?.challenge === challenge && known.redirectUri === form.get("redirect_uri");
    if (!known || !isBound) return [400, { error: "invalid_grant" }];
    return [200, await tokensFor(known.subject, known.nonce)];
  };

  const isClient = (authorization: string | undefined, form: URLSearchParams): boolean =>
    authorization === basicOf(CLIENT) ||
    (form.get("client_id") === CLIENT.id && form.get("client_secret") === CLIENT.secret);

  const discovery = (): Claims => ({
    issuer: provider.issuer,
    authorization_endpoint: `${provider.issuer}/authorize`,
    token_endpoint: `${provider.issuer}/token`,
    jwks_uri: `${provider.issuer}/jwks`,
    userinfo_endpoint: `${provider.issuer}/userinfo`,
    revocation_endpoint: `${provider.issuer}/revoke`,
    end_session_endpoint: `${provider.issuer}/end`,
    ...provider.script.discovery,
  });

  const published = (): Promise<JWK[]> =>
    Promise.all(
      (provider.script.keys ?? [provider.script.key]).map(async ({ kid, alg, publicKey }) => ({
        ...(await exportJWK(publicKey)),
        kid,
        alg,
      })),
    );

  const authorize = (query: URLSearchParams, subject: string): string => {
    const code = randomUUID();
    const redirectUri = query.get("redirect_uri") ?? "";
    codes.set(code, {
      nonce: query.get("nonce"),
      challenge: query.get("code_challenge"),
      redirectUri,
      subject,
    });
    const back = new URL(redirectUri);
    const params = { code, state: query.get("state"), ...provider.script.redirect };
    for (const [name, value] of Object.entries(params)) {
      if (value !== null) back.searchParams.set(name, value);
    }
    return back.href;
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const body = await text(request);
    const form = new URLSearchParams(body);
    provider.asked.push(url.pathname);
    if (provider.isAway) return response.writeHead(503).end();
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    const { authorization } = request.headers;
    switch (url.pathname) {
      case "/.well-known/openid-configuration":
        return json(200, discovery());
      case "/jwks":
        return json(200, { keys: await published() });
      case "/authorize":
        if (request.method === "GET") return response.end("<form method=post>");
        return response
          .writeHead(302, { location: authorize(url.searchParams, form.get("subject") ?? "") })
          .end();
      case "/token": {
        if (provider.script.tokenAnswer) {
          const [status, answer] = provider.script.tokenAnswer;
          return response.writeHead(status, { "content-type": "application/json" }).end(answer);
        }
        if (!isClient(authorization, form)) return json(401, { error: "invalid_client" });
        const [status, answer] =
          form.get("grant_type") === "refresh_token"
            ? await refreshed(form.get("refresh_token") ?? "")
            : await exchanged(form);
        return json(status, answer);
      }
      case "/userinfo": {
        const payload = authorization?.split(" ")[1]?.split(".")[1] ?? "";
        const sub: string = JSON.parse(Buffer.from(payload, "base64url").toString() || "{}").sub ?? "ada";
        const claims = provider.script.userinfo({ sub, ...personOf(sub) });
        if (claims === null) return json(401, { error: "invalid_token" });
        if (!provider.script.isUserinfoSigned) return json(200, claims);
        const jwt = await provider.sign({ iss: provider.issuer, aud: CLIENT.id, ...claims });
        return response.writeHead(200, { "content-type": "application/jwt" }).end(jwt);
      }
      case "/revoke": {
        const token = form.get("token") ?? "";
        provider.revoked.push(token);
        const grant = grants.get(token.split(".")[0] ?? "");
        if (grant) grant.isOver = true;
        return json(200, {});
      }
      default:
        return json(404, {});
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  provider.issuer = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  provider.env = {
    LINTEL_ENV: "development",
    CONSOLE_PROVIDER: "oidc",
    CONSOLE_ISSUER: provider.issuer,
    CONSOLE_CLIENT_ID: CLIENT.id,
    CONSOLE_CLIENT_SECRET: CLIENT.secret,
    CONSOLE_AUDIENCE: AUDIENCE,
  };
  return provider;
};
