import { HOUR_MS } from "#core/day.ts";
import { memberNames } from "#data/members/members.ts";
import { type ApiKeySummary, listApiKeys } from "#data/tenants/api-keys.ts";
import { type KeyUses, keyUses } from "#data/tenants/key-uses.ts";
import type { MemberCtx } from "#services/context.ts";
import { requirePermission } from "#services/permissions.ts";
import { stateOf } from "./states.ts";

const MAX_LISTED = 500;

type ListedKey = Omit<ApiKeySummary, "madeBy"> & {
  /** The member who created it, without a name if they have left. Null: the operator. */
  maker: { name: string | null } | null;
  /** Its beginning and end: `avk_live_…a1B2`. */
  hint: string;
  state: ReturnType<typeof stateOf>;
  /** Answers by full UTC hours: of the last 24 and of the last 30 days. */
  uses: { day: Uses; month: Uses };
  /** Of the last 30 days; null: none. */
  lastError: { at: Date; code: string | null } | null;
};

type Uses = { calls: number; errors: number };

const DAY_HOURS = 24;

const usesOf = (found: KeyUses | undefined): Pick<ListedKey, "uses" | "lastError"> => ({
  uses: {
    day: { calls: found?.usesOfDay ?? 0, errors: found?.errorsOfDay ?? 0 },
    month: { calls: found?.uses ?? 0, errors: found?.errors ?? 0 },
  },
  lastError: found?.lastErrorAt ? { at: found.lastErrorAt, code: found.lastErrorCode } : null,
});

/** The tenant's keys, newest first, never with their values. @throws PERMISSION_DENIED */
export const listKeys = async (ctx: MemberCtx): Promise<ListedKey[]> => {
  requirePermission(ctx, "keys.read");
  const now = ctx.deps.now();
  const { orm } = ctx.deps.db;
  const keys = await listApiKeys(orm, ctx.tenant.id, MAX_LISTED);
  const hoursAgo = (hours: number): Date => new Date(Math.ceil(now.getTime() / HOUR_MS - hours) * HOUR_MS);
  const [names, uses] = await Promise.all([
    memberNames(
      orm,
      keys.flatMap(({ madeBy }) => madeBy ?? []),
    ),
    keyUses(ctx.deps.db, {
      tenantId: ctx.tenant.id,
      dayFrom: hoursAgo(DAY_HOURS),
      from: hoursAgo(30 * DAY_HOURS),
    }),
  ]);
  return keys.map(({ madeBy, ...key }) => ({
    ...key,
    maker: madeBy === null ? null : { name: names.get(madeBy) ?? null },
    hint: `avk_${key.mode}_…${key.lastFour}`,
    state: stateOf(key, now),
    ...usesOf(uses.get(key.id)),
  }));
};
