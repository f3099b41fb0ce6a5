import type { Adapter, AdapterFactory, AdapterPayload } from "oidc-provider";

export type Kept = { payload: AdapterPayload; expiresAt: number };

/**
 * Sessions, codes and tokens of the local identity provider, in memory: a restart signs everybody out.
 * @param rows where they are kept; a test may clear it
 */
export function createOidcStore(rows = new Map<string, Kept>()): AdapterFactory {
  const read = (key: string): AdapterPayload | undefined => {
    const kept = rows.get(key);
    if (kept !== undefined && kept.expiresAt > Date.now()) return kept.payload;
    rows.delete(key);
    return undefined;
  };
  const sweep = () => {
    for (const key of rows.keys()) read(key);
  };

  return (model): Adapter => {
    const keyOf = (id: string) => `${model}:${id}`;
    const findWhere = (matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined => {
      for (const key of rows.keys()) {
        const payload = key.startsWith(`${model}:`) ? read(key) : undefined;
        if (payload !== undefined && matches(payload)) return payload;
      }
      return undefined;
    };
    return {
      async upsert(id, payload, expiresIn) {
        sweep();
        const expiresAt = expiresIn ? Date.now() + expiresIn * 1000 : Number.POSITIVE_INFINITY;
        rows.set(keyOf(id), { payload, expiresAt });
      },
      find: async (id) => read(keyOf(id)),
      findByUid: async (uid) => findWhere((payload) => payload.uid === uid),
      findByUserCode: async (userCode) => findWhere((payload) => payload.userCode === userCode),
      async consume(id) {
        const payload = read(keyOf(id));
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        rows.delete(keyOf(id));
      },
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of rows) if (payload.grantId === grantId) rows.delete(key);
      },
    };
  };
}
