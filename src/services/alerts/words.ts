import { ruleOf } from "#core/alerts/rules.ts";
import type { AlertRow } from "#data/alerts/alerts.ts";

const MOMENT = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

export const momentText = (at: Date): string => `${MOMENT.format(at)} UTC`;

/** Where a reader sees the alert: a page of the tenant's console, or the operator's. */
export const alertUrl = (
  publicUrl: string,
  { tenantId, rule, subject }: Pick<AlertRow, "tenantId" | "rule" | "subject">,
): string => {
  if (tenantId === null) return `${publicUrl}/console/operator`;
  const page = ruleOf(rule).page?.(subject) ?? "alerts";
  return `${publicUrl}/console/${tenantId}${page === "" ? "" : `/${page}`}`;
};

export const alertTitle = ({ rule }: Pick<AlertRow, "rule">, isResolved: boolean): string =>
  isResolved ? ruleOf(rule).over : ruleOf(rule).title;

/** What a message says beside its title. */
export const alertParagraphs = (alert: AlertRow, isResolved: boolean): string[] => {
  const { says, todo } = ruleOf(alert.rule);
  return isResolved
    ? [`It began at ${momentText(alert.raisedAt)}. It said: ${says(alert.detail)}`]
    : [says(alert.detail), todo];
};
