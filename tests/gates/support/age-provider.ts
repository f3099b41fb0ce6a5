import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { anyPort, listenLocally } from "../../../scripts/local/ports.ts";

// A stand-in of our OpenID Provider that asks nobody (OpenID Connect Core §3.1). What the real one answers to Apache is
// asked in tests/served/age-relying-parties.test.ts.

export type AgeProvider = {
  /** `http://127.0.0.1:…/oidc` */
  issuer: string;
  /** What the next visitors turn out to be. */
  says: { isOver18: boolean };
  stop: () => Promise<void>;
};

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

export const startAgeProvider = async (stack: AsyncDisposableStack): Promise<AgeProvider> => {
  const port = await anyPort();
  const issuer = `http://127.0.0.1:${port}/oidc`;
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const key = { ...publicKey.export({ format: "jwk" }), kid: "one", alg: "RS256", use: "sig" };
  const asked = new Map<string, { nonce: string; clientId: string }>();
  const says = { isOver18: true };
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ["code"],
    subject_types_supported: ["pairwise"],
    id_token_signing_alg_values_supported: ["RS256"],
    token_endpoint_auth_methods_supported: ["client_secret_basic"],
    code_challenge_methods_supported: ["S256"],
  };
  const tokenFor = (code: string): object => {
    const { nonce, clientId } = asked.get(code) ?? { nonce: "", clientId: "" };
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      sub: randomBytes(8).toString("hex"),
      aud: clientId,
      iat: now,
      exp: now + 300,
      nonce,
    };
    const signed = `${part({ alg: "RS256", kid: "one" })}.${part({ ...claims, age_over_18: says.isOver18 })}`;
    const idToken = `${signed}.${sign("sha256", Buffer.from(signed), privateKey).toString("base64url")}`;
    return {
      access_token: randomBytes(16).toString("hex"),
      token_type: "Bearer",
      expires_in: 300,
      id_token: idToken,
    };
  };
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", issuer);
    const json = (value: object): void =>
      void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (pathname.endsWith("/openid-configuration")) return json(metadata);
    if (pathname.endsWith("/jwks")) return json({ keys: [key] });
    if (pathname.endsWith("/token"))
      return json(tokenFor(new URLSearchParams(await text(request)).get("code") ?? ""));
    const code = randomBytes(8).toString("hex");
    const value = (name: string): string => searchParams.get(name) ?? "";
    asked.set(code, { nonce: value("nonce"), clientId: value("client_id") });
    const back = `${value("redirect_uri")}?code=${code}&state=${encodeURIComponent(value("state"))}`;
    return void response.writeHead(302, { location: back }).end();
  });
  const stop = await listenLocally(server, port);
  stack.defer(() => (server.listening ? stop() : undefined));
  return { issuer, says, stop };
};
