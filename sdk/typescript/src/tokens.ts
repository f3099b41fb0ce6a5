import { LintelError, LintelTimeoutError } from "./errors.ts";
import {
  type ApiRequest,
  type CallOptions,
  type Clock,
  LONGEST_TIMER_MS,
  type Transport,
} from "./transport.ts";
import type { TokensValidateResponse } from "./types.ts";

// Tokens checked without asking the service about them, as src/platform/keys/signing-keys.ts checks them there. What only the
// service knows stays unseen: whether a token was revoked, or its verification erased.

export type OfflineOptions = {
  /** The tenant's id, `ten_…`: a token for another tenant proves nothing to you. */
  audience: string;
  /** The service's PUBLIC_URL, as tokens name it; `baseUrl` if absent. */
  issuer?: string | undefined;
  /** Tokens of the other mode are refused. Absent: that of the API key, `live` without one. */
  mode?: "live" | "test" | undefined;
  /** Seconds for which a token still counts after it has expired; 30 by default, for clocks that differ. */
  tolerance?: number | undefined;
};

const MAX_CHARACTERS = 4_096; // the service's have some 700
const REFETCH_MS = 30_000;
const USUAL_LIFE_MS = 300_000;
const LONGEST_LIFE_MS = 86_400_000;

type Keys = ReadonlyMap<string, CryptoKey>;
type Claims = Readonly<Record<string, unknown>>;
type Reason = "TOKEN_INVALID" | "TENANT_MISMATCH" | "TOKEN_NOT_FOUND" | "TOKEN_EXPIRED";

const isObject = (value: unknown): value is Claims =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Base64url (RFC 7515 §2) that is the only text of its bytes: a changed character must not go unnoticed. */
const bytesOf = (text: string): Uint8Array<ArrayBuffer> | null => {
  if (!/^[A-Za-z0-9_-]+$/.test(text) || text.length % 4 === 1) return null;
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const again = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return again === text ? Uint8Array.from(binary, (character) => character.charCodeAt(0)) : null;
};

const objectIn = (bytes: Uint8Array): Claims | null => {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
};

/** The P-256 keys of a JSON Web Key Set by `kid`; keys of other kinds are left to later versions. */
const importKeys = async (set: unknown): Promise<Keys> => {
  const listed = isObject(set) && Array.isArray(set.keys) ? set.keys : null;
  if (listed === null)
    throw new LintelError("The service's keys at /.well-known/jwks.json are not a JSON Web Key Set.");
  const keys = new Map<string, CryptoKey>();
  for (const jwk of listed.filter(isObject)) {
    const { kty, crv, kid, x, y, alg = "ES256", use = "sig" } = jwk;
    if (kty !== "EC" || crv !== "P-256" || alg !== "ES256" || use !== "sig" || typeof kid !== "string")
      continue;
    if (typeof x !== "string" || typeof y !== "string") continue;
    const algorithm = { name: "ECDSA", namedCurve: "P-256" };
    const key = await crypto.subtle
      .importKey("jwk", { kty, crv, x, y }, algorithm, false, ["verify"])
      .catch(() => null); // not a point of the curve
    if (key !== null) keys.set(kid, key);
  }
  return keys;
};

/** How long keys may be used before they are fetched again (RFC 9111 §5.2.2), in milliseconds. */
const lifeMs = (headers: Headers): number => {
  const control = headers.get("cache-control") ?? "";
  if (/\bno-(?:store|cache)\b/i.test(control)) return REFETCH_MS;
  const seconds = /\bmax-age\s*=\s*"?(\d{1,9})/i.exec(control)?.[1];
  const ms = seconds === undefined ? USUAL_LIFE_MS : Number(seconds) * 1_000;
  return Math.min(Math.max(ms, REFETCH_MS), LONGEST_LIFE_MS);
};

const JWKS: ApiRequest = { method: "GET", path: "/.well-known/jwks.json", credential: null };

/** Waits for what others wait for too, each under its own times. */
const underOwnTimes = async <Value>(
  shared: Promise<Value>,
  { timeout = Number.POSITIVE_INFINITY, deadline = Number.POSITIVE_INFINITY, signal }: CallOptions,
): Promise<Value> => {
  signal?.throwIfAborted();
  const limitMs = Math.min(timeout, deadline);
  let stop = (): void => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ownEnd = new Promise<never>((_, reject) => {
    stop = () => reject(signal?.reason);
    signal?.addEventListener("abort", stop, { once: true });
    if (limitMs <= LONGEST_TIMER_MS)
      timer = setTimeout(
        () => reject(new LintelTimeoutError(`The service's keys did not come within ${limitMs} ms.`)),
        limitMs,
      );
  });
  try {
    return await Promise.race([shared, ownEnd]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
};

/**
 * The service's public keys: fetched when first asked for and when they are stale, and for a `kid` that is unknown at most
 * once in 30 s, or forged tokens could make us ask without end. While the service is away, keys are used for up to a day;
 * without any, its error counts for 30 s.
 */
const createKeyCache = (send: Transport, clock: Clock) => {
  let keys: Keys | null = null;
  let failure: { error: unknown } | null = null;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let staleAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;

  const fetchKeys = async (): Promise<void> => {
    triedAt = clock.elapsed();
    failure = null;
    try {
      // With the client's own times, and nobody's signal: who gives up takes nothing from the others.
      const { body, headers } = await send(JWKS);
      keys = await importKeys(body);
      fetchedAt = clock.elapsed();
      staleAt = fetchedAt + lifeMs(headers);
    } catch (error) {
      failure = { error };
    }
  };
  /** Together: many tokens at once ask once. */
  const refresh = (options: CallOptions): Promise<void> => {
    running ??= fetchKeys().finally(() => {
      running = null;
    });
    return underOwnTimes(running, options);
  };
  const mayServe = (): boolean => keys !== null && clock.elapsed() - fetchedAt < LONGEST_LIFE_MS;

  return async (kid: string, options: CallOptions): Promise<CryptoKey | undefined> => {
    const isListed = mayServe() && keys?.has(kid) === true;
    const isFresh = clock.elapsed() < staleAt;
    const mayAsk =
      clock.elapsed() - triedAt >= REFETCH_MS || running !== null || (!mayServe() && failure === null);
    // What is stale serves while the next are fetched.
    if (!(isListed && (isFresh || running !== null)) && mayAsk) await refresh(options);
    if (failure !== null && !mayServe()) throw failure.error;
    return keys?.get(kid);
  };
};

/** `ageOver` and `band` of the claims `age_over_NN` (docs/thresholds.md). */
const ageAnswerOf = (claims: Claims): Pick<TokensValidateResponse, "ageOver" | "band"> => {
  const ageOver: Record<string, boolean> = {};
  for (const [name, value] of Object.entries(claims)) {
    const years = /^age_over_(\d{2})$/.exec(name)?.[1];
    if (years !== undefined && typeof value === "boolean") ageOver[Number(years)] = value;
  }
  const yearsThatAre = (answer: boolean): number[] =>
    Object.entries(ageOver).flatMap(([years, is]) => (is === answer ? [Number(years)] : []));
  if (Object.keys(ageOver).length === 0) return {};
  const [over, under] = [yearsThatAre(true), yearsThatAre(false)];
  return {
    ageOver,
    band: {
      atLeast: over.length === 0 ? null : Math.max(...over),
      below: under.length === 0 ? null : Math.min(...under),
    },
  };
};

const LAST_SECOND = 253_402_300_799; // of the year 9999, the last that an ISO date can name

const isWhole = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LAST_SECOND;

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

const withoutFinalSlashes = (address: string): string => address.replace(/\/+$/, "");

/** The claims that a token of the service has (docs/token.md). */
const shapedClaims = ({ iss, aud, sub, jti, iat, exp, verified, over18, test, ...more }: Claims) => {
  const { minimum_age, verified_age } = more;
  if (!isText(iss) || !isText(sub) || !isText(jti)) return null;
  if (!isWhole(exp) || !isWhole(iat) || !isWhole(minimum_age)) return null;
  if (verified_age !== undefined && !isWhole(verified_age)) return null;
  if (verified !== true || typeof over18 !== "boolean" || (test !== undefined && test !== true)) return null;
  return { iss, aud, sub, exp, over18, minimum_age, verified_age };
};

const refused = (reason: Reason): TokensValidateResponse => ({ valid: false, over18: false, reason });

/** As `/tokens/validate` answers, in its order: shape, key, signature, issuer; tenant; mode; expiry. */
export const createOfflineValidator = (send: Transport, clock: Clock) => {
  const keyOf = createKeyCache(send, clock);

  const claimsOf = async (token: string, options: CallOptions): Promise<Claims | null> => {
    const texts = token.split(".");
    if (token.length > MAX_CHARACTERS || texts.length !== 3) return null;
    const [head = "", body = "", sign = ""] = texts;
    const [header, content, signature] = [bytesOf(head), bytesOf(body), bytesOf(sign)];
    if (header === null || content === null || signature === null) return null;
    const { alg, typ, kid, crit } = objectIn(header) ?? {};
    // The algorithm is ours to name, not the token's (RFC 8725 §3.1): `none` and a public key as an HMAC secret end here.
    if (alg !== "ES256" || typ !== "JWT" || typeof kid !== "string" || crit !== undefined) return null;
    const key = await keyOf(kid, options);
    if (key === undefined) return null;
    const signed = new TextEncoder().encode(`${head}.${body}`);
    const isGood = await crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, signature, signed);
    return isGood ? objectIn(content) : null;
  };

  /** @throws LintelError without an audience; what fetching the keys throws */
  return async (
    token: string,
    { audience, issuer, mode, tolerance = 30 }: OfflineOptions & { issuer: string; mode: "live" | "test" },
    options: CallOptions,
  ): Promise<TokensValidateResponse> => {
    if (typeof audience !== "string" || audience === "")
      throw new LintelError(
        "Pass audience: the tenant's id (ten_…). A token for another tenant proves nothing to you.",
      );
    const claims = typeof token === "string" ? await claimsOf(token, options) : null;
    if (claims === null) return refused("TOKEN_INVALID");
    const shaped = shapedClaims(claims);
    if (shaped === null || withoutFinalSlashes(shaped.iss) !== withoutFinalSlashes(issuer))
      return refused("TOKEN_INVALID");
    const { aud, sub, exp, over18, minimum_age: minimumAge, verified_age: verifiedAge } = shaped;
    if (aud !== audience) return refused("TENANT_MISMATCH");
    // A test proves nothing, so a token of the other mode is as unknown as it is online.
    if ((claims.test === undefined ? "live" : "test") !== mode) return refused("TOKEN_NOT_FOUND");
    // RFC 7519 §4.1.4: not valid on or after the expiry. Written so that a clock or tolerance of NaN refuses.
    if (!(clock.now() < (exp + tolerance) * 1_000)) return refused("TOKEN_EXPIRED");
    return {
      valid: true,
      over18,
      verificationId: sub,
      ...(verifiedAge === undefined ? {} : { verifiedAge }),
      ...ageAnswerOf(claims),
      minimumAge,
      expiresAt: new Date(exp * 1_000).toISOString(),
    };
  };
};
