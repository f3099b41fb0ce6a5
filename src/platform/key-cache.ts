import { createTtlCache } from "#platform/ttl-cache.ts";

// A revoked key is refused everywhere within 10 s. Five seconds of cache leave room for a slow look-up.
const FOUND_MS = 5_000;
const MISSING_MS = 2_000;
const MAX_FOUND = 10_000;
const MAX_MISSING = 10_000;

export type KeyCache<V> = {
  /** @param digest the key's hash as text, never the key itself */
  find(digest: string, load: () => Promise<V | null>): Promise<V | null>;
  /** Forgets every entry with this id (of the key or of its tenant): after a revocation, at once in this process. */
  invalidate(id: string): void;
  clear(): void;
};

/**
 * The short cache in front of API-key look-ups: 5 s for a known key, 2 s for an unknown one.
 * @param options.idsOf the ids that `invalidate` may name for an entry
 */
export const createKeyCache = <V extends object>(options: {
  idsOf: (value: V) => readonly string[];
  now: () => Date;
}): KeyCache<V> => {
  const cache = createTtlCache<string, V>({
    foundMs: FOUND_MS,
    missingMs: MISSING_MS,
    maxFound: MAX_FOUND,
    maxMissing: MAX_MISSING,
    now: options.now,
  });
  return {
    find: (digest, load) => cache.get(digest, load),
    invalidate: (id) => cache.deleteWhere((value) => options.idsOf(value).includes(id)),
    clear: () => cache.clear(),
  };
};
