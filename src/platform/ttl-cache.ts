export type TtlCache<K, V> = {
  /** The cached answer, or the loader's. Callers that ask at the same time share one load. Errors are not kept. */
  get(key: K, load: () => Promise<V | null>): Promise<V | null>;
  /** Forgets one key, and whatever a load that is running now will bring. */
  delete(key: K): void;
  /** Forgets every found value that matches; walks the whole cache. */
  deleteWhere(matches: (value: V, key: K) => boolean): void;
  clear(): void;
  /** How many answers are kept, stale ones included. */
  size(): number;
};

type Entry<V> = { value: V; askedAtMs: number };

/**
 * An in-process cache with a short life. Found values and "there is none" (null) have lives and size caps of
 * their own, so that guesses cannot push real entries out. When full, the oldest entry goes.
 */
export const createTtlCache = <K, V extends object>(options: {
  foundMs: number;
  missingMs: number;
  maxFound: number;
  maxMissing: number;
  now: () => Date;
}): TtlCache<K, V> => {
  const { foundMs, missingMs, maxFound, maxMissing, now } = options;
  const found = new Map<K, Entry<V>>();
  const missing = new Map<K, Entry<null>>();
  const loading = new Map<K, Promise<V | null>>();

  const remember = (key: K, value: V | null, askedAtMs: number): void => {
    if (value === null) keep(missing, key, { value, askedAtMs }, maxMissing);
    else keep(found, key, { value, askedAtMs }, maxFound);
  };

  const isFresh = (entry: Entry<V | null>): boolean => {
    const ageMs = now().getTime() - entry.askedAtMs;
    return ageMs >= 0 && ageMs < (entry.value === null ? missingMs : foundMs); // below 0: the clock was set back
  };

  const start = (key: K, load: () => Promise<V | null>): Promise<V | null> => {
    // An answer is as old as its question: a slow load must not lengthen its life.
    const askedAtMs = now().getTime();
    const running: Promise<V | null> = load()
      .then((value) => {
        // No longer the current load: a deletion came in between, and this answer may be older than it.
        if (loading.get(key) === running) remember(key, value, askedAtMs);
        return value;
      })
      .finally(() => {
        if (loading.get(key) === running) loading.delete(key);
      });
    loading.set(key, running);
    return running;
  };

  return {
    get: async (key, load) => {
      const entry = found.get(key) ?? missing.get(key);
      if (entry && isFresh(entry)) return entry.value;
      found.delete(key);
      missing.delete(key);
      return loading.get(key) ?? start(key, load);
    },
    delete: (key) => {
      found.delete(key);
      missing.delete(key);
      loading.delete(key);
    },
    deleteWhere: (matches) => {
      for (const [key, entry] of found) if (matches(entry.value, key)) found.delete(key);
      loading.clear(); // what is being loaded cannot be asked yet, so none of it is kept
    },
    clear: () => {
      found.clear();
      missing.clear();
      loading.clear();
    },
    size: () => found.size + missing.size,
  };
};

/** Puts the entry last in insertion order, then drops from the front what is over the cap. */
const keep = <K, E>(entries: Map<K, E>, key: K, entry: E, cap: number): void => {
  entries.delete(key);
  entries.set(key, entry);
  while (entries.size > cap) {
    const oldest = entries.keys().next();
    if (oldest.done) return;
    entries.delete(oldest.value);
  }
};
