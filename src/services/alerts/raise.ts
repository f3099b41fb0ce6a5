import { type Condition, decide, type OpenAlert } from "#core/alerts/state.ts";
import { insertAlert, noteSeen, resolveAlert, rulesOff } from "#data/alerts/alerts.ts";
import { inTransaction } from "#data/service/client.ts";
import type { Ctx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { tellRaised, tellResolved } from "./tell.ts";

/** One alert with all of its messages, or nothing. @returns whether it is new */
const raise = ({ deps, ...ctx }: Ctx, { tenantId, rule, subject, detail }: Condition): Promise<boolean> =>
  inTransaction(deps.db, async (db) => {
    const alert = { id: newId(deps, "alert"), tenantId, rule, subject, detail, raisedAt: deps.now() };
    if (!(await insertAlert(db, alert))) return false;
    await tellRaised({ ...ctx, deps }, db, { ...alert, resolvedAt: null });
    return true;
  });

const resolve = (ctx: Ctx, { id }: OpenAlert): Promise<boolean> =>
  inTransaction(ctx.deps.db, async (db) => {
    const alert = await resolveAlert(db, id, ctx.deps.now());
    if (alert) await tellResolved(ctx, db, alert);
    return alert !== null;
  });

/** Without the cases of rules that their tenants have turned off. */
const wanted = async ({ deps }: Ctx, conditions: readonly Condition[]): Promise<Condition[]> => {
  const tenantIds = [...new Set(conditions.flatMap(({ tenantId }) => tenantId ?? []))];
  const off = tenantIds.length === 0 ? new Map() : await rulesOff(deps.db.orm, tenantIds);
  return conditions.filter(({ tenantId, rule }) => !(tenantId !== null && off.get(tenantId)?.includes(rule)));
};

/**
 * Raises and resolves what has changed. One case that cannot be written does not hold up the others.
 * @param open see `decide`
 * @returns how many alerts began or ended here
 */
export const apply = async (
  ctx: Ctx,
  open: readonly OpenAlert[],
  conditions: readonly Condition[],
): Promise<number> => {
  const { deps } = ctx;
  const decided = decide(open, await wanted(ctx, conditions), deps.now());
  const ids = decided.seen.map(({ id }) => id);
  await noteSeen(deps.db.orm, ids, deps.now());
  let done = 0;
  const attempt = async (work: () => Promise<boolean>, rule: string): Promise<void> => {
    try {
      if (await work()) done += 1;
    } catch (error) {
      deps.log.warn("an alert could not be written and will be tried again", { reason: rule, error });
    }
  };
  for (const condition of decided.raise) await attempt(() => raise(ctx, condition), condition.rule);
  for (const alert of decided.resolve) await attempt(() => resolve(ctx, alert), alert.rule);
  return done;
};
