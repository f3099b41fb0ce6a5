import type { EndReason } from "#core/alerts/rule.ts";
import type { AlertRule } from "#core/alerts/rules.ts";
import { type Condition, decide, type Ending, type OpenAlert } from "#core/alerts/state.ts";
import { endAlert, insertAlert, noteSeen, rulesOff } from "#data/alerts/alerts.ts";
import { inTransaction } from "#data/service/client.ts";
import type { Ctx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { tellEnded, tellRaised } from "./tell.ts";

/** One alert with all of its messages, or nothing. @returns whether it is new */
const raise = ({ deps, ...ctx }: Ctx, { tenantId, rule, subject, detail }: Condition): Promise<boolean> =>
  inTransaction(deps.db, async (db) => {
    const alert = { id: newId(deps, "alert"), tenantId, rule, subject, detail, raisedAt: deps.now() };
    if (!(await insertAlert(db, alert))) return false;
    await tellRaised({ ...ctx, deps }, db, { ...alert, resolvedAt: null, endReason: null });
    return true;
  });

/** Why an alert whose case was not found is over; null: it is not. */
export type AskEnd = (ctx: Ctx, alert: OpenAlert) => Promise<EndReason | null>;

const end = async (ctx: Ctx, { alert: { id, ...alert }, reason }: Ending, ask: AskEnd): Promise<boolean> => {
  const why = reason ?? (await ask(ctx, { id, ...alert }));
  if (why === null) return false;
  return inTransaction(ctx.deps.db, async (db) => {
    const ended = await endAlert(db, id, why, ctx.deps.now());
    if (ended) await tellEnded(ctx, db, ended, why);
    return ended !== null;
  });
};

/** Which rules the tenants of these cases and alerts have turned off. */
const offOf = async (
  { deps }: Ctx,
  concerned: readonly { tenantId: string | null }[],
): Promise<(tenantId: string | null, rule: AlertRule) => boolean> => {
  const tenantIds = [...new Set(concerned.flatMap(({ tenantId }) => tenantId ?? []))];
  const off = tenantIds.length === 0 ? new Map<string, string[]>() : await rulesOff(deps.db.orm, tenantIds);
  return (tenantId, rule) => tenantId !== null && (off.get(tenantId)?.includes(rule) ?? false);
};

/**
 * Raises and ends what has changed. One case that cannot be written does not hold up the others.
 * @param open see `decide`
 * @param ask asked of alerts whose case is not in `conditions`, but for those that got worse or are unwanted
 * @returns how many alerts began or ended here
 */
export const apply = async (
  ctx: Ctx,
  open: readonly OpenAlert[],
  conditions: readonly Condition[],
  ask: AskEnd,
): Promise<number> => {
  const { deps } = ctx;
  const decided = decide(open, conditions, deps.now(), await offOf(ctx, [...open, ...conditions]));
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
  for (const ending of decided.end) await attempt(() => end(ctx, ending, ask), ending.alert.rule);
  return done;
};
