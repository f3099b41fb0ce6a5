// Writes tokens.json: node_modules/.bin/node sdk/cases/make-tokens.ts. The keys are new each time and not kept, so that nobody
// can sign more; run it only to add a case. The tokens are signed by jose, which no SDK uses.
import { createHmac } from "node:crypto";
import { writeFileSync } from "node:fs";
import { CompactSign, exportJWK, exportSPKI, generateKeyPair } from "jose";

const NOW = 1_800_000_000;
const ISSUER = "https://age.example";
const TENANT = "ten_1";

const newKey = async (kid: string, alg = "ES256") => {
  const pair = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, ...pair, jwk: { ...(await exportJWK(pair.publicKey)), kid, alg, use: "sig" } };
};
type Key = Awaited<ReturnType<typeof newKey>>;

const [first, second, foreign, rsa] = await Promise.all([
  newKey("key-1"),
  newKey("key-2"),
  newKey("key-1"), // a forger names our key
  newKey("key-rsa", "RS256"),
]);

const CLAIMS = {
  iss: ISSUER,
  aud: TENANT,
  sub: "ver_1",
  jti: "tok_1",
  iat: NOW - 60,
  exp: NOW + 3_600,
  verified: true,
  over18: true,
  minimum_age: 18,
  verified_age: 34,
  method: "document",
};
type Changes = Record<string, unknown>;

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

const signBytes = (key: Key, bytes: Uint8Array): Promise<string> =>
  new CompactSign(bytes).setProtectedHeader({ alg: key.alg, kid: key.kid, typ: "JWT" }).sign(key.privateKey);

const sign = (key: Key, claims: Changes = {}, header: Changes = {}): Promise<string> =>
  new CompactSign(new TextEncoder().encode(JSON.stringify({ ...CLAIMS, ...claims })))
    .setProtectedHeader({ alg: key.alg, kid: key.kid, typ: "JWT", ...header })
    .sign(key.privateKey, header.crit ? { crit: { novel: true } } : {});

const unsigned = (header: object, signature = ""): string =>
  `${base64url(header)}.${base64url(CLAIMS)}.${signature}`;

const good = await sign(first);
const [head = "", content = "", signature = ""] = good.split(".");

/** What is signed with the public key's text as an HMAC secret: it passes where the token chooses the algorithm. */
const hs256 = async (): Promise<string> => {
  const text = unsigned({ alg: "HS256", kid: "key-1", typ: "JWT" }).slice(0, -1);
  const secret = await exportSPKI(first.publicKey);
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
};

/** The same bytes written with another last character (RFC 4648 §3.5): a text that differs is another token. */
const otherSpelling = (text: string): string => {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const last = alphabet.indexOf(text.at(-1) ?? "");
  return text.slice(0, -1) + (alphabet[last + 1] ?? "");
};

const jwks = (...keys: { jwk: object }[]) => ({
  headers: { "Cache-Control": "public, max-age=300" },
  body: { keys: keys.map(({ jwk }) => jwk) },
});
const FETCH = { method: "GET", path: "/.well-known/jwks.json" };
const NO_KEY = { "x-tenant-api-key": { absent: true }, "x-admin-key": { absent: true } };
const LIVE = { apiKey: "avk_live_standin" };

const validate = (token: unknown, options: Changes = {}) => ({
  operation: "validate",
  args: [token],
  options: { offline: true, audience: TENANT, issuer: ISSUER, ...options },
});
const refused = (reason: string) => ({ valid: false, over18: false, reason });

/** One token, one answer. */
const one = (
  id: string,
  guarantee: string,
  token: unknown,
  result: object,
  more: { options?: Changes; fetches?: number; clock?: number; client?: object; absent?: string[] } = {},
) => ({
  id,
  guarantee,
  server: "standin",
  clock: more.clock ?? NOW,
  client: more.client ?? LIVE,
  script: [jwks(first)],
  call: validate(token, more.options),
  expect: {
    result,
    ...(more.absent ? { absent: more.absent } : {}),
    requests: Array.from({ length: more.fetches ?? 1 }, () => FETCH),
  },
});

type StepOf = { call: object; expect?: object; advance?: number };
const several = (id: string, guarantee: string, script: object[], steps: StepOf[], requests: number) => ({
  id,
  guarantee,
  server: "standin",
  clock: NOW,
  client: { ...LIVE, maxRetries: 0 },
  script,
  steps,
  expect: { requests: Array.from({ length: requests }, () => FETCH) },
});
/** Calls of one client that begin at once. */
const together = (
  id: string,
  guarantee: string,
  script: object[],
  calls: (StepOf & { times: number })[],
  client: { timeout: number; deadline: number },
  requests?: number,
) => ({
  id,
  guarantee,
  server: "standin",
  clock: NOW,
  client: { ...LIVE, maxRetries: 0, ...client },
  script,
  together: calls,
  within: 10,
  expect: requests === undefined ? {} : { requests: Array.from({ length: requests }, () => FETCH) },
});
const isLate = { error: { type: "LintelTimeoutError" } };
const isAway = { error: { type: "ServerError", status: 503 } };
const isValid = { result: { valid: true } };
const isInvalid = { result: refused("TOKEN_INVALID") };
const AWAY = { status: 503, problem: { code: "SERVICE_UNAVAILABLE" } };

const cases = [
  {
    ...one("token-good", "A good token has the same answer offline as online.", good, {
      valid: true,
      over18: true,
      verificationId: "ver_1",
      verifiedAge: 34,
      minimumAge: 18,
      expiresAt: "2027-01-15T09:00:00.000Z",
    }),
    expect: {
      result: {
        valid: true,
        over18: true,
        verificationId: "ver_1",
        verifiedAge: 34,
        minimumAge: 18,
        expiresAt: "2027-01-15T09:00:00.000Z",
      },
      absent: ["reason", "ageOver", "band"],
      requests: [{ ...FETCH, query: {}, headers: NO_KEY }],
    },
  },
  one(
    "token-thresholds",
    "Thresholds in a token are answered as online.",
    await sign(first, {
      over18: false,
      minimum_age: 16,
      verified_age: undefined,
      age_over_05: true,
      age_over_16: true,
      age_over_18: false,
    }),
    {
      valid: true,
      over18: false,
      ageOver: { 5: true, 16: true, 18: false },
      band: { atLeast: 16, below: 18 },
    },
    { absent: ["verifiedAge"] },
  ),
  one(
    "token-expired",
    "An expired token is refused as such.",
    await sign(first, { exp: NOW - 31 }),
    refused("TOKEN_EXPIRED"),
  ),
  one(
    "token-expired-a-moment-ago",
    "A token that expired within the tolerance of 30 s counts.",
    await sign(first, { exp: NOW - 29 }),
    { valid: true },
  ),
  one(
    "token-own-tolerance",
    "The tolerance can be chosen.",
    await sign(first, { exp: NOW }),
    refused("TOKEN_EXPIRED"),
    { options: { tolerance: 0 } },
  ),
  one(
    "token-other-tenant",
    "A token for another tenant is refused as such.",
    await sign(first, { aud: "ten_2" }),
    refused("TENANT_MISMATCH"),
  ),
  one(
    "token-other-tenant-expired",
    "The tenant is judged before the expiry, as online.",
    await sign(first, { aud: "ten_2", exp: 1 }),
    refused("TENANT_MISMATCH"),
  ),
  one(
    "token-no-tenant",
    "A token without an audience is refused.",
    await sign(first, { aud: undefined }),
    refused("TENANT_MISMATCH"),
  ),
  one(
    "token-other-issuer",
    "A token of another service is refused, though its key were ours.",
    await sign(first, { iss: "https://age.example.evil" }),
    refused("TOKEN_INVALID"),
  ),
  one(
    "token-issuer-defaults-to-address",
    "Without an issuer, it has to be the address of the service.",
    good,
    refused("TOKEN_INVALID"),
    { options: { issuer: undefined } },
  ),
  one(
    "token-test-for-live",
    "A test token proves nothing to a live key.",
    await sign(first, { test: true }),
    refused("TOKEN_NOT_FOUND"),
  ),
  one(
    "token-test-for-test",
    "With a test key, test tokens count.",
    await sign(first, { test: true }),
    { valid: true },
    { client: { apiKey: "avk_test_standin" } },
  ),
  one("token-live-for-test", "With a test key, live tokens do not.", good, refused("TOKEN_NOT_FOUND"), {
    client: { apiKey: "avk_test_standin" },
  }),
  one(
    "token-without-a-client-key",
    "Offline checks need no API key.",
    good,
    { valid: true },
    { client: { apiKey: null } },
  ),
  one(
    "token-none",
    "A token that names no algorithm is refused, unread.",
    unsigned({ alg: "none", kid: "key-1", typ: "JWT" }),
    refused("TOKEN_INVALID"),
    { fetches: 0 },
  ),
  one(
    "token-none-with-signature",
    "Also with a signature behind it.",
    unsigned({ alg: "none", kid: "key-1", typ: "JWT" }, signature),
    refused("TOKEN_INVALID"),
    { fetches: 0 },
  ),
  one(
    "token-hs256-with-the-public-key",
    "The public key is not taken for an HMAC secret.",
    await hs256(),
    refused("TOKEN_INVALID"),
    { fetches: 0 },
  ),
  one(
    "token-rs256",
    "An algorithm that is not ES256 is refused.",
    await sign(rsa),
    refused("TOKEN_INVALID"),
    {
      fetches: 0,
    },
  ),
  one(
    "token-forged",
    "A forger's key under our kid is refused.",
    await sign(foreign),
    refused("TOKEN_INVALID"),
  ),
  one(
    "token-own-key-inside",
    "A key that the token brings along is not used.",
    await sign(foreign, {}, { jwk: foreign.jwk }),
    refused("TOKEN_INVALID"),
  ),
  one(
    "token-altered-claims",
    "Claims under another token's signature are refused.",
    `${head}.${base64url({ ...CLAIMS, verified_age: 99 })}.${signature}`,
    refused("TOKEN_INVALID"),
  ),
  one(
    "token-other-spelling",
    "The same signature spelt differently is refused.",
    `${head}.${content}.${otherSpelling(signature)}`,
    refused("TOKEN_INVALID"),
    { fetches: 0 },
  ),
  one(
    "token-crit",
    "A token with an extension that it calls critical is refused.",
    await sign(first, {}, { crit: ["novel"], novel: 1 }),
    refused("TOKEN_INVALID"),
    { fetches: 0 },
  ),
  one(
    "token-other-typ",
    "A token of another type, such as an erasure receipt, is refused.",
    await sign(first, {}, { typ: "erasure-receipt+jwt" }),
    refused("TOKEN_INVALID"),
    { fetches: 0 },
  ),
  one(
    "token-no-kid",
    "A token without a kid is refused.",
    await sign(first, {}, { kid: undefined }),
    refused("TOKEN_INVALID"),
    { fetches: 0 },
  ),
  one(
    "token-not-verified",
    "A token that does not say verified is refused.",
    await sign(first, { verified: false }),
    refused("TOKEN_INVALID"),
  ),
  one(
    "token-exp-as-text",
    "An expiry that is a text is refused.",
    await sign(first, { exp: "9999999999" }),
    refused("TOKEN_INVALID"),
  ),
  one(
    "token-exp-beyond-all-calendars",
    "An expiry that no calendar has is refused.",
    await sign(first, { exp: 1e20 }),
    refused("TOKEN_INVALID"),
  ),
  one(
    "token-exp-in-the-year-10000",
    "The last second that an ISO date can name is that of the year 9999.",
    await sign(first, { exp: 253_402_300_800 }),
    refused("TOKEN_INVALID"),
  ),
  one(
    "token-exp-with-a-fraction",
    "An expiry is a whole number of seconds.",
    await sign(first, { exp: NOW + 0.5 }),
    refused("TOKEN_INVALID"),
  ),
  one(
    "token-issuer-with-a-slash",
    "A final slash makes no other issuer of it.",
    await sign(first, { iss: `${ISSUER}/` }),
    { valid: true },
  ),
  one(
    "token-issuer-asked-for-with-a-slash",
    "Nor does it in what is expected.",
    good,
    { valid: true },
    { options: { issuer: `${ISSUER}/` } },
  ),
  one(
    "token-of-bytes-that-are-no-text",
    "Claims that are no UTF-8 are refused.",
    await signBytes(first, Buffer.from(JSON.stringify({ ...CLAIMS, name: "\u00e9" }), "latin1")),
    refused("TOKEN_INVALID"),
  ),
  one(
    "token-without-an-id",
    "A token without an id is refused.",
    await sign(first, { jti: undefined }),
    refused("TOKEN_INVALID"),
  ),
  one(
    "token-no-exp",
    "A token without an expiry is refused.",
    await sign(first, { exp: undefined }),
    refused("TOKEN_INVALID"),
  ),
  one("token-two-parts", "A text of two parts is refused.", `${head}.${content}`, refused("TOKEN_INVALID"), {
    fetches: 0,
  }),
  one("token-empty", "An empty text is refused.", "", refused("TOKEN_INVALID"), { fetches: 0 }),
  one(
    "token-huge",
    "A text that is too long is refused, unread.",
    `${head}.${"A".repeat(8_000)}.${signature}`,
    refused("TOKEN_INVALID"),
    { fetches: 0 },
  ),
  several(
    "keys-are-cached",
    "The keys are fetched once for as long as Cache-Control says.",
    [jwks(first), jwks(first)],
    [
      { call: validate(good), expect: isValid },
      { call: validate(good), advance: 299, expect: isValid },
      { call: validate(good), advance: 2, expect: isValid },
    ],
    2,
  ),
  several(
    "keys-rotated",
    "A new key is fetched when a token names it.",
    [jwks(first), jwks(second, first)],
    [
      { call: validate(good), expect: isValid },
      { call: validate(await sign(second)), advance: 31, expect: isValid },
      { call: validate(good), expect: isValid },
    ],
    2,
  ),
  several(
    "keys-old-one-dropped",
    "A key that is no longer listed counts no more.",
    [jwks(first), jwks(second)],
    [
      { call: validate(good), expect: isValid },
      { call: validate(good), advance: 301, expect: isInvalid },
    ],
    2,
  ),
  several(
    "keys-unknown-kid-storm",
    "Tokens with unknown keys cause at most one fetch in 30 s.",
    [jwks(first), jwks(first), jwks(first)],
    [
      { call: validate(good), expect: isValid },
      ...Array.from({ length: 5 }, () => ({
        call: validate(unsigned({ alg: "ES256", kid: "key-x", typ: "JWT" }, signature)),
        expect: isInvalid,
      })),
      {
        call: validate(unsigned({ alg: "ES256", kid: "key-y", typ: "JWT" }, signature)),
        advance: 31,
        expect: isInvalid,
      },
      {
        call: validate(unsigned({ alg: "ES256", kid: "key-z", typ: "JWT" }, signature)),
        advance: 29,
        expect: isInvalid,
      },
    ],
    2,
  ),
  several(
    "keys-outlive-an-outage",
    "While the service is away, the keys that are known count.",
    [jwks(first), { ...AWAY, times: 9 }],
    [
      { call: validate(good), expect: isValid },
      { call: validate(good), advance: 301, expect: isValid },
      { call: validate(good), advance: 1, expect: isValid },
    ],
    2,
  ),
  several(
    "keys-never-fetched",
    "Without any keys, the service's error is raised, for 30 s without asking again: nothing is called invalid unchecked.",
    [AWAY, jwks(first)],
    [
      { call: validate(good), expect: isAway },
      { call: validate(good), advance: 29, expect: isAway },
      { call: validate(good), advance: 2, expect: isValid },
    ],
    2,
  ),
  together(
    "keys-shared-with-mixed-deadlines",
    "Many who need the keys at once ask once, and who gives up early takes nothing from the others.",
    [{ ...jwks(first), delayMs: 2_000, times: 30 }],
    [
      { call: validate(good, { timeout: 0.2 }), times: 3, expect: isLate },
      { call: validate(good), times: 20, expect: isValid },
      { call: validate(good, { deadline: 0.2 }), times: 3, expect: isLate },
    ],
    { timeout: 20, deadline: 20 },
  ),
  together(
    "keys-of-a-silent-service",
    "Many who need the keys of a silent service wait together, not one after the other.",
    [{ hang: true, times: 60 }],
    [{ call: validate(good), times: 20, expect: isLate }],
    { timeout: 1, deadline: 1 },
  ),
  together(
    "keys-of-a-service-that-is-away",
    "Many who need the keys of a service that is away ask once, and all get its error.",
    [{ ...AWAY, times: 60, delayMs: 300 }],
    [{ call: validate(good), times: 20, expect: isAway }],
    { timeout: 5, deadline: 5 },
    1,
  ),
  several(
    "keys-of-other-kinds",
    "Keys of other kinds in the set are passed over.",
    [
      {
        body: {
          keys: [
            rsa.jwk,
            null,
            7,
            { kty: "EC", crv: "P-256", kid: "key-1", x: "AA", y: "AA" },
            { ...first.jwk, kid: 5 },
            { ...first.jwk, alg: "ES384", kid: "key-1" },
            { ...second.jwk, use: "enc", kid: "key-2" },
            first.jwk,
            { ...second.jwk, kid: "key-1", alg: "ES384" },
          ],
        },
      },
    ],
    [
      { call: validate(good), expect: isValid },
      { call: validate(await sign(second)), expect: isInvalid },
    ],
    1,
  ),
  several(
    "keys-are-no-set",
    "An answer that is no key set is an error.",
    [{ body: { novel: true } }],
    [
      {
        call: validate(good),
        expect: { error: { type: "LintelError", messageContains: ["JSON Web Key Set"] } },
      },
    ],
    1,
  ),
];

writeFileSync(new URL("tokens.json", import.meta.url), `${JSON.stringify(cases, null, 2)}\n`);
