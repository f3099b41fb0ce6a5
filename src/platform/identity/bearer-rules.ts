import type { JWTPayload, JWTVerifyGetKey } from "jose";
import type { JwtFault } from "#core/sign-in-refusal.ts";
import { ALGORITHMS, checkJwt, type GenuineJwt } from "./check-jwt.ts";

const textIn = (payload: JWTPayload, name: string): string | null => {
  const value = payload[name];
  return typeof value === "string" && value !== "" ? value : null;
};

/** RFC 9068 §2.2 says client_id; providers of before then azp (Keycloak, Auth0), appid (Entra v1) or cid (Okta). */
const clientOf = (payload: JWTPayload): string | null =>
  ["client_id", "azp", "appid", "cid"].map((name) => textIn(payload, name)).find((name) => name !== null) ??
  null;

// What id_tokens and logout tokens have and access tokens have not (OpenID Connect Core 1.0 §2, Back-Channel
// Logout 1.0 §2.4). Keycloak says of its access tokens what they are, and some of them carry the nonce.
const looksOtherwise = (payload: JWTPayload): boolean =>
  payload.typ === undefined
    ? ["nonce", "at_hash", "c_hash", "s_hash"].some((name) => payload[name] !== undefined)
    : payload.typ !== "Bearer";

/**
 * RFC 9068 §4: `at+jwt`. Providers that do not follow it call everything `JWT`: there, whatever has the marks of another
 * kind of token is none (RFC 8725 §3.12).
 */
const accessTokenFault = ({ header, payload }: GenuineJwt, clientIds: readonly string[]): JwtFault | null => {
  const type = header.typ?.toLowerCase().replace(/^application\//, "") ?? "jwt";
  if (payload.events !== undefined || (type !== "at+jwt" && type !== "jwt")) return "type";
  if (type === "jwt" && looksOtherwise(payload)) return "type";
  const client = clientOf(payload);
  if (client === null) return type === "at+jwt" ? "claims" : null;
  return clientIds.includes(client) ? null : "client";
};

/**
 * A JWT access token for this console's audience, issued to a client that may use it.
 * @throws ServiceError SERVICE_UNAVAILABLE: the keys cannot be had
 */
export const readAccessToken = async (
  token: string,
  keys: JWTVerifyGetKey,
  expected: { issuer: string; audience: string; clientIds: readonly string[]; now: () => Date },
): Promise<{ fault: JwtFault } | { fault: null; jwt: GenuineJwt }> => {
  const { clientIds, ...rest } = expected;
  const checked = await checkJwt(token, keys, { ...rest, algorithms: ALGORITHMS });
  if (checked.fault !== null) return checked;
  const fault = accessTokenFault(checked.jwt, clientIds);
  return fault === null ? checked : { fault };
};
