import { OPERATOR_ALERTS } from "./operator-rules.ts";
import type { EndReason, Never, Rule, Told } from "./rule.ts";
import { TENANT_ALERTS } from "./tenant-rules.ts";

/** The one list of alert rules. */
export const ALERT_RULES = { ...TENANT_ALERTS, ...OPERATOR_ALERTS };

type Rules = typeof ALERT_RULES;

export type TenantRule = keyof typeof TENANT_ALERTS;
export type OperatorRule = keyof typeof OPERATOR_ALERTS;
export type AlertRule = keyof Rules;

/** The ends that a rule can have. */
export type EndOf<Id extends AlertRule> = {
  [Reason in EndReason]: Rules[Id]["ends"][Reason] extends Never ? never : Reason;
}[EndReason];

const RULES: Readonly<Record<AlertRule, Rule>> = ALERT_RULES;

export const ruleOf = (rule: AlertRule): Rule => RULES[rule];

export const isAlertRule = (text: string): text is AlertRule => Object.hasOwn(ALERT_RULES, text);

export const isTenantRule = (text: string): text is TenantRule => Object.hasOwn(TENANT_ALERTS, text);

const isOperatorRule = (text: string): text is OperatorRule => Object.hasOwn(OPERATOR_ALERTS, text);

export const TENANT_RULES: readonly TenantRule[] = Object.keys(TENANT_ALERTS).filter(isTenantRule);
export const OPERATOR_RULES: readonly OperatorRule[] = Object.keys(OPERATOR_ALERTS).filter(isOperatorRule);

/** The rules whose alert takes the place of this one's when the case gets worse. */
export const worseOf = (rule: AlertRule): readonly AlertRule[] => {
  const { worse } = ALERT_RULES[rule].ends;
  return "into" in worse ? worse.into : [];
};

/** Whether a closed tenant hears of it too. */
export const isForClosed = (rule: AlertRule): boolean => "never" in RULES[rule].ends.closed;

/** The message of an end; null: there is none, because the rule cannot end so, or because the worse alert is the message. */
export const toldOf = (rule: AlertRule, reason: EndReason): Told | null => {
  const end = RULES[rule].ends[reason];
  return "title" in end ? end : null;
};

/** Completes "It ended because …"; null: the rule cannot end so. */
export const becauseOf = (rule: AlertRule, reason: EndReason): string | null => {
  const end = RULES[rule].ends[reason];
  return "because" in end ? end.because : null;
};
