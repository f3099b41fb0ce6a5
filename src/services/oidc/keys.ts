import { addDays } from "#core/day.ts";
import { OIDC_TOKEN_ALGS, type OidcTokenAlg } from "#core/oidc/age-request.ts";
import type { Mode } from "#core/verification.ts";
import { addOidcKey, listOidcKeys } from "#data/service/oidc-artifacts.ts";
import { type NewSigningJwk, newSigningJwk } from "#platform/signing-key.ts";
import type { Deps } from "#services/context.ts";

// The keys that sign ID tokens. They are not those of age tokens (TOKEN_SIGNING_KEYS), and those of test clients are not
// those of live ones: no token of one kind ever passes for another.

type Using = Pick<Deps, "db" | "secrets" | "now">;

const contextOf = (kid: string): string => `oidc-key:${kid}`;

const addKey = async (
  { db, secrets, now }: Using,
  key: { mode: Mode; alg: OidcTokenAlg; number: number; activeFrom: Date },
): Promise<void> => {
  const jwk = await newSigningJwk(key.alg);
  const keySealed = secrets.seal(JSON.stringify(jwk), contextOf(jwk.kid));
  await addOidcKey(db.orm, { ...key, id: jwk.kid, keySealed, createdAt: now() });
};

const isJwk = (value: unknown): value is NewSigningJwk =>
  typeof value === "object" && value !== null && "kid" in value && "kty" in value;

const opened = ({ secrets }: Using, { id, keySealed }: { id: string; keySealed: string }): NewSigningJwk => {
  const jwk: unknown = JSON.parse(secrets.open(keySealed, contextOf(id)));
  if (!isJwk(jwk)) throw new TypeError("a signing key was sealed as something else");
  return jwk;
};

/**
 * The private keys of one issuer, the signing one of each algorithm first; the first two are made at the first call. A
 * key that is not active yet is published, and one that was followed is published for a day more.
 */
export const signingJwks = async (using: Using, mode: Mode): Promise<NewSigningJwk[]> => {
  const now = using.now();
  const keys = await listOidcKeys(using.db.orm, mode);
  const missing = OIDC_TOKEN_ALGS.filter((wanted) => !keys.some(({ alg }) => alg === wanted));
  for (const alg of missing) await addKey(using, { mode, alg, number: 1, activeFrom: now });
  if (missing.length > 0) return signingJwks(using, mode);
  return OIDC_TOKEN_ALGS.flatMap((wanted) => {
    const all = keys.filter(({ alg }) => alg === wanted);
    const waiting = all.filter(({ activeFrom }) => activeFrom > now);
    const active = all.filter(({ activeFrom }) => activeFrom <= now);
    const [signing] = active;
    const isFollowed = signing !== undefined && signing.activeFrom <= addDays(now, -1);
    return [...(isFollowed ? active.slice(0, 1) : active), ...waiting];
  }).map((key) => opened(using, key));
};
