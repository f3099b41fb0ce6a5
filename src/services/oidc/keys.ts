import { addDays } from "#core/day.ts";
import { ServiceError } from "#core/errors.ts";
import { OIDC_TOKEN_ALGS, type OidcTokenAlg } from "#core/oidc/age-request.ts";
import type { Mode } from "#core/verification.ts";
import { inTransaction } from "#data/service/client.ts";
import { addOidcKey, deleteOidcKeys, listOidcKeys } from "#data/service/oidc-artifacts.ts";
import { type NewSigningJwk, newSigningJwk } from "#platform/keys/signing-key.ts";
import type { Deps } from "#services/context.ts";
import { isJwk } from "#services/key-ring.ts";
import { sealedFor } from "#services/sealing.ts";

// The keys that sign ID tokens. They are not those of age tokens (TOKEN_SIGNING_KEYS), and those of test clients are not
// those of live ones: no token of one kind ever passes for another.

type Using = Pick<Deps, "db" | "secrets" | "now">;

type NewKey = { mode: Mode; alg: OidcTokenAlg; number: number; activeFrom: Date };

const newKey = async ({ secrets, now }: Omit<Using, "db">, key: NewKey) => {
  const jwk = await newSigningJwk(key.alg);
  const keySealed = secrets.seal(JSON.stringify(jwk), sealedFor("oidcKey", jwk.kid));
  return { ...key, id: jwk.kid, keySealed, createdAt: now() };
};

const addKey = async (using: Using, key: NewKey): Promise<void> =>
  addOidcKey(using.db.orm, await newKey(using, key));

const opened = ({ secrets }: Using, { id, keySealed }: { id: string; keySealed: string }): NewSigningJwk => {
  const jwk: unknown = JSON.parse(secrets.open(keySealed, sealedFor("oidcKey", id)));
  if (!isJwk(jwk)) throw new TypeError("a signing key was sealed as something else");
  return jwk;
};

/** In days. Longer than any cached key set or any token is valid: both last minutes. */
const KEPT_FOR = 1;

type KeyRow = Awaited<ReturnType<typeof listOidcKeys>>[number];

/** The keys of one algorithm, newest first, by what they are for. */
const sorted = (keys: KeyRow[], now: Date) => {
  const waiting = keys.filter(({ activeFrom }) => activeFrom > now);
  const [signing, ...former] = keys.filter(({ activeFrom }) => activeFrom <= now);
  const isFollowed = signing !== undefined && signing.activeFrom <= addDays(now, -KEPT_FOR);
  return { waiting, signing, former, isFollowed };
};

/**
 * The private keys of one issuer, the signing one of each algorithm first; the first two are made at the
 * first call. A key that is not active yet is published, and a replaced one stays published for one more day.
 */
export const signingJwks = async (using: Using, mode: Mode): Promise<NewSigningJwk[]> => {
  const now = using.now();
  const keys = await listOidcKeys(using.db.orm, mode);
  const missing = OIDC_TOKEN_ALGS.filter((wanted) => !keys.some(({ alg }) => alg === wanted));
  for (const alg of missing) await addKey(using, { mode, alg, number: 1, activeFrom: now });
  if (missing.length > 0) return signingJwks(using, mode);
  return OIDC_TOKEN_ALGS.flatMap((wanted) => {
    const ofAlg = keys.filter(({ alg }) => alg === wanted);
    const { waiting, signing, former, isFollowed } = sorted(ofAlg, now);
    return [...(signing ? [signing] : []), ...(isFollowed ? [] : former), ...waiting];
  }).map((key) => opened(using, key));
};

/** A key as the operator sees it. */
export type KeyState = {
  kid: string;
  mode: Mode;
  alg: OidcTokenAlg;
  state: "signs" | "waits" | "published" | "gone";
  activeFrom: Date;
};

/** The keys of both issuers; those that are gone are deleted at the next exchange. */
export const listKeys = async (using: Using): Promise<KeyState[]> => {
  const all = await Promise.all((["live", "test"] as const).map((mode) => listOidcKeys(using.db.orm, mode)));
  return all.flatMap((keys) =>
    OIDC_TOKEN_ALGS.flatMap((wanted) => {
      const ofAlg = keys.filter(({ alg }) => alg === wanted);
      const { waiting, signing, isFollowed } = sorted(ofAlg, using.now());
      const stateOf = (key: KeyRow): KeyState["state"] => {
        if (key === signing) return "signs";
        if (waiting.includes(key)) return "waits";
        return isFollowed ? "gone" : "published";
      };
      return ofAlg.map((key) => {
        const { id: kid, mode, alg, activeFrom } = key;
        return { kid, mode, alg, activeFrom, state: stateOf(key) };
      });
    }),
  );
};

/**
 * Exchanges the keys of both issuers. The new ones are published at once and sign from then on; the old ones
 * stay published for one more day, which is longer than any token that they signed lives, and are deleted at
 * the next exchange. After a theft (`isStolen`) the new ones sign at once, and all others are gone: no token
 * that they signed is valid.
 * @param from when the new keys sign
 * @throws CONFLICT: new keys are already waiting
 */
export const exchangeKeys = async (
  using: Using,
  { from, isStolen }: { from: Date; isStolen: boolean },
): Promise<void> => {
  const now = using.now();
  await inTransaction(using.db, async (db) => {
    for (const mode of ["live", "test"] as const) {
      const keys = await listOidcKeys(db, mode);
      for (const alg of OIDC_TOKEN_ALGS) {
        const ofAlg = keys.filter((key) => key.alg === alg);
        const { waiting, former, isFollowed } = sorted(ofAlg, now);
        if (waiting.length > 0 && !isStolen) {
          throw new ServiceError("CONFLICT", "New keys wait already: exchange keys again when they sign.");
        }
        const activeFrom = isStolen ? now : from;
        const number = (ofAlg[0]?.number ?? 0) + 1;
        const dropped = isStolen ? ofAlg : isFollowed ? former : [];
        await deleteOidcKeys(
          db,
          dropped.map(({ id }) => id),
        );
        await addOidcKey(db, await newKey(using, { mode, alg, number, activeFrom }));
      }
    }
  });
};
