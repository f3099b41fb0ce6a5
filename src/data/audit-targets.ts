import type { Db } from "./client.ts";
import { memberNames } from "./members.ts";

const ofKind = (ids: readonly string[], prefix: string): string[] => [
  ...new Set(ids.filter((id) => id.startsWith(`${prefix}_`))),
];

/** What the keys, endpoints and members behind these ids are called, by id; others have no name. */
export const targetNames = async (
  db: Db,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const [keys, endpoints, members] = await Promise.all([
    db.apiKey.findMany({
      where: { tenantId, id: { in: ofKind(ids, "key") } },
      select: { id: true, name: true },
    }),
    db.webhookEndpoint.findMany({
      where: { tenantId, id: { in: ofKind(ids, "whe") } },
      select: { id: true, url: true },
    }),
    memberNames(db, ofKind(ids, "mem")),
  ]);
  return new Map([
    ...keys.map(({ id, name }) => [id, name] as const),
    ...endpoints.map(({ id, url }) => [id, url] as const),
    ...members,
  ]);
};
