import { isObject } from "#core/json.ts";
import type { Db } from "#data/service/client.ts";
import { type NewSigningJwk, newSigningJwk } from "#platform/keys/signing-key.ts";
import type { Deps } from "./context.ts";
import { sealedFor } from "./sealing.ts";

/** Whether a sealed text was a key, whatever else it says. */
export const isJwk = (value: unknown): value is NewSigningJwk =>
  isObject(value) && "kid" in value && "kty" in value;

type SealedKey = { id: string; number: number; keySealed: string; createdAt: Date };

/**
 * Keys of one purpose, which sign nothing else: sealed rows of which the newest signs and all stay published.
 * @param column where they are
 * @returns a function that reads all of them, the signing one first; the first key is made at the first call
 */
export const keyRing = (
  column: "erasureKey" | "practiceKey",
  list: (db: Db) => Promise<SealedKey[]>,
  add: (db: Db, key: SealedKey) => Promise<void>,
) => {
  const opened = ({ secrets }: Pick<Deps, "secrets">, { id, keySealed }: SealedKey): NewSigningJwk => {
    const jwk: unknown = JSON.parse(secrets.open(keySealed, sealedFor(column, id)));
    if (!isJwk(jwk)) throw new TypeError(`a key was sealed as something else: ${column}`);
    return jwk;
  };
  const read = async (
    using: Pick<Deps, "secrets" | "now">,
    db: Db,
  ): Promise<[NewSigningJwk, ...NewSigningJwk[]]> => {
    const [first, ...others] = await list(db);
    if (first) return [opened(using, first), ...others.map((key) => opened(using, key))];
    const jwk = await newSigningJwk("ES256");
    const keySealed = using.secrets.seal(JSON.stringify(jwk), sealedFor(column, jwk.kid));
    await add(db, { id: jwk.kid, number: 1, keySealed, createdAt: using.now() });
    return read(using, db);
  };
  return read;
};
