import { createHash, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type JWTPayload, SignJWT } from "jose";
import { AUDIENCE, CLIENT } from "./identity.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
type Json = Record<string, unknown>;

export type Signer = { kid: string; alg: string; privateKey: KeyObject; publicKey: KeyObject };

/** What goes into a token before it is signed; a lie may sign something else, or nothing. */
export type Draft = {
  signer: Signer;
  header: Json & { alg: string };
  claims: JWTPayload;
  sign(draft?: Partial<Draft>): Promise<string>;
};

/** What of an honest sign-in is untrue; an `Answer` takes over a whole endpoint. */
export type Lies = {
  discovery?: Answer | ((document: Json) => Json);
  jwks?: Answer | ((document: Json) => Json);
  token?: Answer | ((answer: Json) => Json);
  userinfo?: Answer | ((claims: Json) => Json);
  /** The parameters that the browser is sent back with. */
  authorization?: (params: Record<string, string>) => Record<string, string>;
  idToken?: (draft: Draft) => Promise<string> | string | undefined;
  accessToken?: (draft: Draft) => Promise<string> | string | undefined;
};

const isAnswer = (lie: Answer | ((given: Json) => Json)): lie is Answer => lie.length === 2;

const newSigner = (kid: string): Signer => ({
  kid,
  alg: "ES256",
  ...generateKeyPairSync("ec", { namedCurve: "P-256" }),
});

export const STRANGER = newSigner("k1");

export const answers = {
  status:
    (status: number, body = "", type = "application/json"): Answer =>
    (_request, response) =>
      void response.writeHead(status, { "content-type": type }).end(body),
  /** Accepts the request and says nothing, until the client has had enough. */
  never: ((_request, _response) => undefined) as Answer,
  /** Begins, and goes on for ever. */
  endless: ((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const part = Buffer.alloc(64 * 1024, " ");
    const more = (): void => {
      while (!response.destroyed && response.write(part));
      if (!response.destroyed) response.once("drain", more);
    };
    more();
  }) as Answer,
  hangUp: ((request, _response) => void request.socket.destroy()) as Answer,
  redirect:
    (location: string): Answer =>
    (_request, response) =>
      void response.writeHead(302, { location }).end(),
};

export type LyingProvider = {
  issuer: string;
  env: Record<string, string>;
  /** What it is untrue about from now on. */
  lies: Lies;
  /** Takes its keys away and publishes new ones. */
  rotate(): void;
  /** How often each path was asked for. */
  asked: Map<string, number>;
  stop(): Promise<void>;
};

const LIFETIME_SECONDS = 300;

/** An OpenID provider that says what a test makes it say. With no lies it is an honest one, and signs in "ada". */
export const startLyingProvider = async (): Promise<LyingProvider> => {
  let signer = newSigner("k1");
  const requests = new Map<string, URLSearchParams>();
  const asked = new Map<string, number>();
  const running: { lies: Lies } = { lies: {} };

  const draftOf = (header: Json, claims: JWTPayload): Draft => {
    const draft: Draft = {
      signer,
      header: { alg: signer.alg, kid: signer.kid, ...header },
      claims,
      sign: (changed = {}) =>
        new SignJWT(changed.claims ?? claims)
          .setProtectedHeader(changed.header ?? draft.header)
          .sign(signer.privateKey),
    };
    return draft;
  };

  const tokensFor = async (request: URLSearchParams | undefined): Promise<Json> => {
    const issuedAt = Math.floor(Date.now() / 1000);
    const times = { iat: issuedAt, exp: issuedAt + LIFETIME_SECONDS };
    const access = draftOf(
      { typ: "at+jwt" },
      {
        iss: issuer,
        sub: "ada",
        aud: AUDIENCE,
        client_id: CLIENT.id,
        jti: randomBytes(8).toString("hex"),
        ...times,
      },
    );
    const { accessToken, idToken } = running.lies;
    const access_token = accessToken ? await accessToken(access) : await access.sign();
    const digest = createHash("sha256")
      .update(access_token ?? "")
      .digest()
      .subarray(0, 16);
    const identity = draftOf(
      {},
      {
        iss: issuer,
        sub: "ada",
        aud: CLIENT.id,
        nonce: request?.get("nonce") ?? "",
        at_hash: digest.toString("base64url"),
        name: "Ada",
        email: "ada@people.test",
        email_verified: true,
        ...times,
      },
    );
    const id_token = idToken ? await idToken(identity) : await identity.sign();
    return {
      token_type: "Bearer",
      expires_in: LIFETIME_SECONDS,
      refresh_token: randomBytes(16).toString("hex"),
      access_token,
      id_token,
    };
  };

  const send = (response: ServerResponse, body: unknown): void =>
    void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));

  const discovery = (): Json => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/userinfo`,
    id_token_signing_alg_values_supported: ["ES256"],
    authorization_response_iss_parameter_supported: true,
  });

  const honest: Record<string, (request: IncomingMessage) => Promise<Json>> = {
    discovery: async () => discovery(),
    jwks: async () => ({
      keys: [{ ...signer.publicKey.export({ format: "jwk" }), kid: signer.kid, alg: signer.alg, use: "sig" }],
    }),
    token: async (request) => {
      const form = new URLSearchParams(await text(request));
      return tokensFor(requests.get(form.get("code") ?? ""));
    },
    userinfo: async () => ({ sub: "ada", name: "Ada", email: "ada@people.test", email_verified: true }),
  };

  const authorize = (url: URL, response: ServerResponse): void => {
    const code = randomBytes(16).toString("hex");
    requests.set(code, url.searchParams);
    const params = { code, state: url.searchParams.get("state") ?? "", iss: issuer };
    const back = new URL(url.searchParams.get("redirect_uri") ?? "");
    const { authorization = (given) => given } = running.lies;
    for (const [name, value] of Object.entries(authorization(params))) back.searchParams.set(name, value);
    response.writeHead(302, { location: back.href }).end();
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "/", issuer);
    const name = url.pathname === "/.well-known/openid-configuration" ? "discovery" : url.pathname.slice(1);
    asked.set(name, (asked.get(name) ?? 0) + 1);
    if (name === "authorize") return authorize(url, response);
    const truth = honest[name];
    if (!truth) return void response.writeHead(404).end();
    const lie = running.lies[name as "discovery"];
    if (lie && isAnswer(lie)) return lie(request, response);
    const given = await truth(request);
    send(response, lie ? lie(given) : given);
  };

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;

  return Object.assign(running, {
    issuer,
    asked,
    rotate: () => {
      signer = newSigner(`k${asked.size}-${randomBytes(4).toString("hex")}`);
    },
    env: {
      LINTEL_ENV: "development",
      CONSOLE_PROVIDER: "oidc",
      CONSOLE_ISSUER: issuer,
      CONSOLE_CLIENT_ID: CLIENT.id,
      CONSOLE_CLIENT_SECRET: CLIENT.secret,
      CONSOLE_AUDIENCE: AUDIENCE,
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
};
