import { type DayRange, idsOfDays } from "#core/day.ts";
import type { IdRange } from "#data/service/columns.ts";
import { listOperatorsEntries, namesOfAny, type OperatorsFilter } from "#data/tenants/operators-trail.ts";
import { type Ctx, fromReplica, idOfActor } from "#services/context.ts";
import { type PageInput, pageOf } from "#services/paging.ts";

type OperatorsLine = {
  id: string;
  at: Date;
  /** "admin", "admin:adk_…", "operator:mem_…"; without a tenant also "system" and others. */
  actor: string;
  /** The person's; null: a key, the service, or someone who was deleted. */
  actorName: string | null;
  /** Null: it is about the deployment. */
  tenant: { id: string; name: string | null } | null;
  action: string;
  target: string;
  targetName: string | null;
  changes: unknown;
  requestId: string;
};

/** The operators' own trail: what they and the keys of /admin did, in every tenant and to the deployment, newest first. */
export const operatorsTrail = (
  ctx: Ctx,
  { limit, cursor, from, to, zone, ...filter }: Omit<OperatorsFilter, keyof IdRange> & DayRange & PageInput,
): Promise<{ entries: OperatorsLine[]; nextCursor: string | null }> =>
  fromReplica(ctx, async ({ deps }) => {
    const db = deps.db.orm;
    const range = idsOfDays("audit", { from, to, zone });
    const { page, nextCursor } = await pageOf(limit, (rows) =>
      listOperatorsEntries(db, rows, { ...filter, ...range }, cursor),
    );
    const ids = page.flatMap(({ actor, target, tenantId }) =>
      [idOfActor(actor) ?? [], target, tenantId ?? []].flat(),
    );
    const names = await namesOfAny(db, [...new Set(ids)]);
    const nameOf = (id: string | null): string | null => (id === null ? null : (names.get(id) ?? null));
    return {
      entries: page.map(({ id, tenantId, actor, action, target, changes, requestId, createdAt }) => ({
        ...{ id, actor, action, target, changes, requestId },
        at: createdAt,
        actorName: nameOf(idOfActor(actor)),
        tenant: tenantId === null ? null : { id: tenantId, name: nameOf(tenantId) },
        targetName: nameOf(target),
      })),
      nextCursor,
    };
  });
