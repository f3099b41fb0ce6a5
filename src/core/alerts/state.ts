import type { AlertDetail } from "./rule.ts";
import { type AlertRule, ruleOf, worseOf } from "./rules.ts";

/** Something that a rule found. */
export type Condition = {
  /** Null: it concerns the deployment. */
  tenantId: string | null;
  rule: AlertRule;
  /** What it is about: an id, or a word. */
  subject: string;
  /** `hold`: not bad enough to begin an alert, too bad to end one. */
  level: "raise" | "hold";
  detail: AlertDetail;
};

export type OpenAlert = {
  id: string;
  tenantId: string | null;
  rule: AlertRule;
  subject: string;
  raisedAt: Date;
  lastSeenAt: Date;
};

const keyOf = ({ tenantId, rule, subject }: Pick<Condition, "tenantId" | "rule" | "subject">): string =>
  JSON.stringify([tenantId, rule, subject]);

/** An open alert's last sight is written once in so long, not each minute. */
const SEEN_EVERY_MS = 2 * 60_000;
const MINUTE_MS = 60_000;

/** @property reason null: its rule is to be asked why it is over */
export type Ending = { alert: OpenAlert; reason: "worse" | "rule_off" | null };

type Decision = { raise: Condition[]; seen: OpenAlert[]; end: Ending[] };

/**
 * The one state machine of alerts: quiet → raised → ended, for a reason that its rule can have. A case begins an alert at its
 * level `raise`, keeps it at either level, and ends it once it has been gone for as long as its rule says: what wavers at a
 * threshold is reported only once. Where the same case is now one of the worse rule, that alert takes its place; it stays open
 * where the worse rule is off.
 * @param open the open alerts that `holding` could have named, had they still been true
 * @param isOff whether a tenant has turned a rule off
 */
export const decide = (
  open: readonly OpenAlert[],
  holding: readonly Condition[],
  now: Date,
  isOff: (tenantId: string | null, rule: AlertRule) => boolean = () => false,
): Decision => {
  const found = new Map(holding.map((condition) => [keyOf(condition), condition]));
  const known = new Set(open.map(keyOf));
  const sinceSeen = ({ lastSeenAt }: OpenAlert): number => now.getTime() - lastSeenAt.getTime();
  const worseRules = (alert: OpenAlert): AlertRule[] =>
    worseOf(alert.rule).filter((rule) => found.has(keyOf({ ...alert, rule })));
  const stateOf = (alert: OpenAlert): "holds" | "waits" | Ending => {
    const { tenantId, rule, lastSeenAt } = alert;
    if (isOff(tenantId, rule)) return { alert, reason: "rule_off" };
    if (found.has(keyOf(alert))) return "holds";
    const into = worseRules(alert);
    if (into.some((each) => !isOff(tenantId, each))) return { alert, reason: "worse" };
    if (into.length > 0) return "holds";
    const goneMs = now.getTime() - lastSeenAt.getTime();
    return goneMs < ruleOf(rule).overAfterMinutes * MINUTE_MS ? "waits" : { alert, reason: null };
  };
  const states = open.map((alert) => ({ alert, state: stateOf(alert) }));
  return {
    raise: [...found.values()].filter(
      (condition) =>
        condition.level === "raise" &&
        !known.has(keyOf(condition)) &&
        !isOff(condition.tenantId, condition.rule),
    ),
    seen: states.flatMap(({ alert, state }) =>
      state === "holds" && sinceSeen(alert) >= SEEN_EVERY_MS ? [alert] : [],
    ),
    end: states.flatMap(({ state }) => (typeof state === "string" ? [] : [state])),
  };
};
