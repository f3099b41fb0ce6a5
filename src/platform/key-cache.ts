import { LRUCache } from "lru-cache";

// A revoked key is refused everywhere within 10 s. Five seconds of cache leave room for a slow look-up.
const FOUND_MS = 5_000;
const MISSING_MS = 2_000;
const MAX_KEYS = 10_000;

/**
 * The short cache in front of API-key look-ups: 5 s for a known key, 2 s for an unknown one. Each kind has its own size
 * cap, so that guesses cannot evict known keys.
 * @param options.idsOf the ids that `invalidate` may name for an entry
 * @param options.maxFound and `maxMissing`: 10,000 unless given
 * @param options.holdsConnection whether the caller is inside a transaction: then it waits for no other's load
 * @param options.staleMs for how long a value stands in while it cannot be loaded; 0, then errors are thrown, unless given
 */
export const createKeyCache = <V extends object>(options: {
  idsOf: (value: V) => readonly string[];
  now: () => Date;
  holdsConnection?: () => boolean;
  maxFound?: number;
  maxMissing?: number;
  staleMs?: number;
}) => {
  const {
    idsOf,
    now,
    holdsConnection = () => false,
    maxFound = MAX_KEYS,
    maxMissing = MAX_KEYS,
    staleMs = 0,
  } = options;
  const perf = { now: () => now().getTime() };
  // The library keeps an entry one millisecond longer than its life, and caches its clock, which would break
  // tests.
  const life = (ttlMs: number) => ({ ttl: ttlMs - 1, ttlResolution: 0, perf });
  const found = new LRUCache<string, V>({ max: maxFound, ...life(FOUND_MS) });
  // What was loaded last, for as long as it stands in.
  const stale = staleMs > 0 ? new LRUCache<string, V>({ max: maxFound, ...life(staleMs) }) : null;
  const missing = new LRUCache<string, true>({ max: maxMissing, ...life(MISSING_MS) });
  const loading = new Map<string, Promise<V | null>>();
  let lastMs = perf.now();
  // Rises with everything that makes an answer under way too old to keep.
  let changes = 0;

  const start = (digest: string, load: () => Promise<V | null>): Promise<V | null> => {
    // An answer is as old as its question: a slow load must not lengthen its life.
    const age = { start: perf.now() };
    const running: Promise<V | null> = load()
      .then((value) => {
        // No longer the current load: a revocation came in between, and this answer may be older than it.
        if (loading.get(digest) !== running) return value;
        if (value) found.set(digest, value, age);
        else missing.set(digest, true, age);
        if (value) stale?.set(digest, value, age);
        else stale?.delete(digest);
        return value;
      })
      .catch((error: unknown) => {
        const last = stale?.get(digest);
        if (!last) throw error;
        // The next to ask waits for the database again, but not each of them: from now on, because what failed slowly
        // would leave nothing of five seconds. When it ends to stand in is known by `stale`.
        if (loading.get(digest) === running) found.set(digest, last);
        return last;
      })
      .finally(() => {
        if (loading.get(digest) === running) loading.delete(digest);
      });
    loading.set(digest, running);
    return running;
  };

  /** Over the caller's own connection: the load of another may wait for the one that the caller holds. */
  const loadAlone = async (digest: string, load: () => Promise<V | null>): Promise<V | null> => {
    const asked = { start: perf.now() };
    const before = changes;
    const value = await load();
    if (changes !== before) return value;
    if (value) {
      found.set(digest, value, asked);
      stale?.set(digest, value, asked);
    } else missing.set(digest, true, asked);
    return value;
  };

  const clear = (): void => {
    changes += 1;
    found.clear();
    missing.clear();
    stale?.clear();
    loading.clear();
  };

  return {
    /**
     * The cached answer, or the loader's. Concurrent callers share one load. Errors are not cached.
     * @param digest the key's hash as text, never the key itself
     */
    find: async (digest: string, load: () => Promise<V | null>): Promise<V | null> => {
      // Once the clock has been set back, no entry's age is known.
      if (perf.now() < lastMs) clear();
      lastMs = perf.now();
      const value = found.get(digest);
      if (value) return value;
      if (missing.has(digest)) return null;
      return holdsConnection() ? loadAlone(digest, load) : (loading.get(digest) ?? start(digest, load));
    },
    /** Forgets every entry with this id (of the key or of its tenant): after a revocation, at once in this process. */
    invalidate: (id: string): void => {
      changes += 1;
      for (const cache of [found, stale])
        for (const [digest, value] of cache?.entries() ?? [])
          if (idsOf(value).includes(id)) cache?.delete(digest);
      loading.clear(); // what is being loaded cannot be asked yet, so none of it is kept
    },
    clear,
    /** How many answers are cached, stale ones included. */
    size: () => found.size + missing.size,
  };
};

export type KeyCache<V extends object> = ReturnType<typeof createKeyCache<V>>;
