import { becauseOf, isTenantRule, ruleOf, toldOf } from "#core/alerts/rules.ts";
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

type Ended = Pick<AlertRow, "rule" | "endReason">;

/** One line about an end; of an alert that got worse, its own title. */
export const endTitle = ({ rule, endReason }: Ended): string => {
  // Alike for all rules, so it says which.
  if (endReason === "rule_off" && isTenantRule(rule))
    return `${toldOf(rule, endReason)?.title}: ${ruleOf(rule).title}`;
  return ((endReason && toldOf(rule, endReason)) ?? ruleOf(rule)).title;
};

/** Completes "because …"; null: the alert is open, or an earlier release ended it. */
const because = ({ rule, endReason }: Ended): string | null => endReason && becauseOf(rule, endReason);

/** "Over" is said of what needs no further action. */
const isGood = ({ endReason }: Ended): boolean => endReason !== "ran_out" && endReason !== "rule_off";

/** What one message says. */
type Words = { title: string; paragraphs: string[]; url: string };

const endSentence = (alert: AlertRow): string[] => {
  const why = because(alert);
  return why === null ? [] : [`This alert ended because ${why}.`];
};

const one = (publicUrl: string, alert: AlertRow, isEnd: boolean): Words => {
  const { says, todo, title } = ruleOf(alert.rule);
  const url = alertUrl(publicUrl, alert);
  const said = says(alert.detail);
  if (isEnd)
    return {
      title: `${isGood(alert) ? "Over: " : ""}${endTitle(alert)}`,
      paragraphs: [...endSentence(alert), `It began on ${momentText(alert.raisedAt)}. It said: ${said}`],
      url,
    };
  if (alert.resolvedAt === null) return { title, paragraphs: [said, todo], url };
  const over = `It has been over since ${momentText(alert.resolvedAt)}.`;
  return { title, paragraphs: [said, [over, ...endSentence(alert)].join(" ")], url };
};

/** How many cases a message lists. */
const LISTED = 25;

const line = (alert: AlertRow, isEnd: boolean): string => {
  const { paragraphs } = one("", alert, isEnd);
  const said = ruleOf(alert.rule).says(alert.detail);
  if (isEnd) return [said, ...endSentence(alert)].join(" ");
  return alert.resolvedAt === null ? said : paragraphs.join(" ");
};

/**
 * One message about the alerts of one rule that began or ended together: each in full where it is the only one, otherwise
 * counted, and 25 of them listed, with a link to all.
 * @param alerts of one tenant and rule, oldest first
 */
export const messageWords = (publicUrl: string, alerts: readonly AlertRow[], isEnd: boolean): Words => {
  const [first] = alerts;
  if (!first) throw new RangeError("A message is about an alert.");
  if (alerts.length === 1) return one(publicUrl, first, isEnd);
  const { title, todo } = ruleOf(first.rule);
  const isSame = alerts.every(({ endReason }) => endReason === first.endReason);
  const isOver = alerts.every(({ resolvedAt }) => resolvedAt !== null);
  const all = first.tenantId === null ? "operator" : `${first.tenantId}/alerts?rule=${first.rule}`;
  return {
    title: isEnd
      ? `${alerts.length} alerts have ended: ${isSame ? endTitle(first) : title}`
      : `${alerts.length} alerts: ${title}`,
    paragraphs: [
      ...alerts.slice(0, LISTED).map((alert) => line(alert, isEnd)),
      ...(alerts.length > LISTED ? [`And ${alerts.length - LISTED} more.`] : []),
      ...(isEnd || isOver ? [] : [todo]),
    ],
    url: `${publicUrl}/console/${all}`,
  };
};

/** What quiet hours held, as paragraphs: each alert once, with its outcome. */
export const digestParagraphs = (alerts: readonly AlertRow[]): string[] => [
  ...alerts.slice(0, LISTED).map((alert) => {
    const { title, says } = ruleOf(alert.rule);
    const why = because(alert);
    const over = alert.resolvedAt && `over since ${momentText(alert.resolvedAt)}${why ? `: ${why}` : ""}`;
    return `${title} (${over ?? "still open"}). ${says(alert.detail)}`;
  }),
  ...(alerts.length > LISTED ? [`And ${alerts.length - LISTED} more.`] : []),
];

/** An alert as the console shows it. `because`: null while it is open, and where an earlier release ended it. */
export const alertWords = (alert: AlertRow) => {
  const { title, says, todo } = ruleOf(alert.rule);
  return { title, says: says(alert.detail), todo, endReason: alert.endReason, because: because(alert) };
};
