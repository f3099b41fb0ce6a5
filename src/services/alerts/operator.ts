import { OPERATOR_RULES, type OperatorRule } from "#core/alerts/rules.ts";
import type { Condition } from "#core/alerts/state.ts";
import { type AlertRow, listAlerts, openAlerts } from "#data/alerts/alerts.ts";
import { isAway } from "#data/service/client.ts";
import { isDatabaseError } from "#data/service/errors.ts";
import type { Ctx } from "#services/context.ts";
import { type Look, newLook, SOURCES } from "./operator-sources.ts";
import { apply } from "./raise.ts";
import { alertWords } from "./words.ts";

const evaluate = async (ctx: Ctx, rule: OperatorRule, look: Look): Promise<number> => {
  const { find, end } = SOURCES[rule];
  const found = await find(ctx, look);
  const conditions = found.map(
    ({ subject = "deployment", ...finding }): Condition => ({ tenantId: null, rule, subject, ...finding }),
  );
  return apply(ctx, await openAlerts(ctx.deps.db.orm, [rule]), conditions, end);
};

/**
 * The rules about the deployment. One that cannot be asked leaves the others alone, unless the database is away.
 * @returns how many began or ended
 */
export const evaluateOperator = async (ctx: Ctx): Promise<number> => {
  let done = 0;
  const look = newLook();
  const failed: { reason: OperatorRule; error: unknown }[] = [];
  for (const rule of OPERATOR_RULES) {
    try {
      done += await evaluate(ctx, rule, look);
    } catch (error) {
      // What is away for one is away for all of them, also for those before, and the worker says it once.
      if (isDatabaseError(error) && (await isAway(ctx.deps.db))) throw error;
      failed.push({ reason: rule, error });
    }
  }
  for (const failure of failed) ctx.deps.log.warn("a rule of alerts could not be asked", failure);
  return done;
};

const SHOWN = 100;
const SHOWN_PAST = 5;

const inWords = (alert: AlertRow) => {
  const { id, rule, raisedAt, resolvedAt } = alert;
  return { id, rule, raisedAt, resolvedAt, ...alertWords(alert) };
};

/** The deployment's alerts for operators, in words and newest first: open ones, and the last of those that are over. */
export const operatorAlerts = async ({ deps }: Pick<Ctx, "deps">) => {
  const [open, past] = await Promise.all([
    listAlerts(deps.db.orm, null, { isOpen: true }, { limit: SHOWN, after: undefined }),
    listAlerts(deps.db.orm, null, { isOpen: false }, { limit: SHOWN_PAST, after: undefined }),
  ]);
  return { open: open.map(inWords), past: past.map(inWords) };
};
