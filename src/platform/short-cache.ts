import { LRUCache } from "lru-cache";

// A revoked key is refused everywhere within 10 s. Five seconds of cache leave room for a slow look-up.
const FOUND_MS = 5_000;
const MISSING_MS = 2_000;
const MAX_ENTRIES = 10_000;

/**
 * A short cache in front of look-ups that most requests repeat (API keys, sites, gates, hosts): 5 s for what is found, 2 s for what
 * is missing. Each kind has its own size cap, so that guesses cannot evict what is known.
 * @param options.idsOf the ids that `invalidate` may name for an entry
 * @param options.maxFound and `maxMissing`: 10,000 unless given
 * @param options.holdsConnection whether the caller is inside a transaction: then it waits for no other's load
 * @param options.staleMs for how long a value stands in while it cannot be loaded; 0, then errors are thrown, unless given
 */
export const createShortCache = <V extends object>(options: {
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
    maxFound = MAX_ENTRIES,
    maxMissing = MAX_ENTRIES,
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

  const start = (key: string, load: () => Promise<V | null>): Promise<V | null> => {
    // An answer is as old as its question: a slow load must not lengthen its life.
    const age = { start: perf.now() };
    const running: Promise<V | null> = load()
      .then((value) => {
        // No longer the current load: a revocation came in between, and this answer may be older than it.
        if (loading.get(key) !== running) return value;
        if (value) found.set(key, value, age);
        else missing.set(key, true, age);
        if (value) stale?.set(key, value, age);
        else stale?.delete(key);
        return value;
      })
      .catch((error: unknown) => {
        const last = stale?.get(key);
        if (!last) throw error;
        // The next to ask waits for the database again, but not each of them: from now on, because what failed slowly
        // would leave nothing of five seconds. When it ends to stand in is known by `stale`.
        if (loading.get(key) === running) found.set(key, last);
        return last;
      })
      .finally(() => {
        if (loading.get(key) === running) loading.delete(key);
      });
    loading.set(key, running);
    return running;
  };

  /** Over the caller's own connection: the load of another may wait for the one that the caller holds. */
  const loadAlone = async (key: string, load: () => Promise<V | null>): Promise<V | null> => {
    const asked = { start: perf.now() };
    const before = changes;
    const value = await load();
    if (changes !== before) return value;
    if (value) {
      found.set(key, value, asked);
      stale?.set(key, value, asked);
    } else missing.set(key, true, asked);
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
     * @param key a name for what is looked up; of a secret its hash, never the secret itself
     */
    find: async (key: string, load: () => Promise<V | null>): Promise<V | null> => {
      // Once the clock has been set back, no entry's age is known.
      if (perf.now() < lastMs) clear();
      lastMs = perf.now();
      const value = found.get(key);
      if (value) return value;
      if (missing.has(key)) return null;
      return holdsConnection() ? loadAlone(key, load) : (loading.get(key) ?? start(key, load));
    },
    /** Forgets every entry with this id (its own or its tenant's): after a change, at once in this process. */
    invalidate: (id: string): void => {
      changes += 1;
      for (const cache of [found, stale])
        for (const [key, value] of cache?.entries() ?? []) if (idsOf(value).includes(id)) cache?.delete(key);
      loading.clear(); // what is being loaded cannot be asked yet, so none of it is kept
    },
    clear,
    /** How many answers are cached, stale ones included. */
    size: () => found.size + missing.size,
  };
};

export type ShortCache<V extends object> = ReturnType<typeof createShortCache<V>>;
