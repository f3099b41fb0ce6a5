import { createServer } from "node:http";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { anyPort, listenLocally } from "../../../scripts/local/ports.ts";

/** A provider that answers as AgeKey's documentation says: an ID token in the fragment, by no secret. */
export type AgeKey = {
  issuer: string;
  /** Where the browser is sent back to, with what the key says of the ages that were asked for. */
  answer(asked: URL, lie?: Lie): Promise<URL>;
  stop(): Promise<void>;
};

export type Lie = {
  claims?: Record<string, unknown>;
  signedBy?: "nobody" | "another";
  /** In place of what the fragment holds. */
  fragment?: Record<string, string>;
};

const unsigned = (claims: object): string =>
  [{ alg: "none" }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".") +
  ".";

export const startAgeKey = async (): Promise<AgeKey> => {
  const [own, another] = await Promise.all([generateKeyPair("ES256"), generateKeyPair("ES256")]);
  const jwk = { ...(await exportJWK(own.publicKey)), kid: "one", alg: "ES256", use: "sig" };
  const port = await anyPort();
  const issuer = `http://localhost:${port}`;
  // Its page in a browser: whoever comes holds a key of an adult, and shares it at once.
  const server = createServer(async (request, response) => {
    const { pathname, href } = new URL(request.url ?? "/", issuer);
    const json = (body: object): void =>
      void response.setHeader("content-type", "application/json").end(JSON.stringify(body));
    if (pathname === "/jwks") return json({ keys: [jwk] });
    if (pathname === "/use")
      return void response.writeHead(302, { location: (await answer(new URL(href))).href }).end();
    json({
      issuer,
      authorization_endpoint: `${issuer}/use`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ["id_token"],
      subject_types_supported: ["pairwise"],
      id_token_signing_alg_values_supported: ["ES256"],
    });
  });
  const answer: AgeKey["answer"] = async (asked, { claims = {}, signedBy, fragment } = {}) => {
    const query = asked.searchParams;
    const { age_thresholds: ages }: { age_thresholds: number[] } = JSON.parse(query.get("claims") ?? "{}");
    const seconds = Math.floor(Date.now() / 1000);
    const said = {
      iss: issuer,
      aud: query.get("client_id") ?? "",
      sub: "pairwise-marker",
      nonce: query.get("nonce"),
      iat: seconds,
      exp: seconds + 300,
      age_thresholds: Object.fromEntries(ages.map((age) => [String(age), true])),
      ...claims,
    };
    const key = signedBy === "another" ? another.privateKey : own.privateKey;
    const token =
      signedBy === "nobody"
        ? unsigned(said)
        : await new SignJWT(said).setProtectedHeader({ alg: "ES256", kid: "one", typ: "JWT" }).sign(key);
    const back = new URL(query.get("redirect_uri") ?? "");
    back.hash = new URLSearchParams(
      fragment ?? { id_token: token, state: query.get("state") ?? "" },
    ).toString();
    return back;
  };
  const stop = await listenLocally(server, port);
  return { issuer, answer, stop };
};
