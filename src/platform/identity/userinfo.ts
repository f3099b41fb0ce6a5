import { type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { SignInRefusal } from "#core/sign-in-refusal.ts";
import { ALGORITHMS } from "./check-jwt.ts";
import { type Answer, jsonOf, type ProviderHttp } from "./provider-http.ts";

export type Claims = Readonly<Record<string, unknown>>;

type Expected = { issuer: string; clientId: string; subject: string; now: () => Date };

const isFor = (aud: JWTPayload["aud"], clientId: string): boolean =>
  aud === undefined || [aud].flat().includes(clientId);

/** OpenID Connect Core 1.0 §5.3.2: JSON, or the same signed. Null for anything else. */
const claimsOf = async (
  answer: Answer,
  keys: JWTVerifyGetKey,
  expected: Expected,
): Promise<Claims | null> => {
  if (answer.type !== "application/jwt") {
    const found = jsonOf(answer);
    return typeof found === "object" && found !== null && !Array.isArray(found) ? { ...found } : null;
  }
  const options = { algorithms: [...ALGORITHMS], currentDate: expected.now() };
  const { payload } = await jwtVerify(answer.text, keys, options);
  const { iss = expected.issuer, aud } = payload;
  return iss === expected.issuer && isFor(aud, expected.clientId) ? payload : null;
};

/**
 * What the provider's userinfo endpoint says of the person; "refused" where it does not take the token, null where
 * nothing came of it.
 * @throws SignInRefusal userinfo_other_subject (OpenID Connect Core 1.0 §5.3.4)
 */
export const askUserinfo = async (
  http: ProviderHttp,
  url: string,
  accessToken: string,
  keys: JWTVerifyGetKey,
  expected: Expected,
): Promise<Claims | "refused" | null> => {
  const headers = { authorization: `Bearer ${accessToken}`, accept: "application/json, application/jwt" };
  const answer = await http(url, { headers }).catch(() => null);
  if (answer?.status === 401 || answer?.status === 403) return "refused";
  const claims = answer?.isOk ? await claimsOf(answer, keys, expected).catch(() => null) : null;
  if (claims && claims.sub !== expected.subject) throw new SignInRefusal("userinfo_other_subject");
  return claims;
};
