import { type AlertDetail, type AlertRule, ruleOf } from "./rules.ts";

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
  lastSeenAt: Date;
};

const keyOf = ({ tenantId, rule, subject }: Pick<Condition, "tenantId" | "rule" | "subject">): string =>
  JSON.stringify([tenantId, rule, subject]);

/** An open alert's last sight is written once in so long, not each minute. */
const SEEN_EVERY_MS = 2 * 60_000;
const MINUTE_MS = 60_000;

type Decision = { raise: Condition[]; seen: OpenAlert[]; resolve: OpenAlert[] };

/**
 * The one state machine of alerts: quiet → raised → resolved. A case begins an alert at its level `raise`, keeps it at
 * either level, and ends it once it has been gone for as long as its rule says: what wavers at a threshold tells nobody
 * twice.
 * @param open the open alerts that `holding` could have named, had they still been true
 */
export const decide = (open: readonly OpenAlert[], holding: readonly Condition[], now: Date): Decision => {
  const found = new Map(holding.map((condition) => [keyOf(condition), condition]));
  const known = new Set(open.map(keyOf));
  const sinceSeen = ({ lastSeenAt }: OpenAlert): number => now.getTime() - lastSeenAt.getTime();
  return {
    raise: [...found.values()].filter(
      (condition) => condition.level === "raise" && !known.has(keyOf(condition)),
    ),
    seen: open.filter((alert) => found.has(keyOf(alert)) && sinceSeen(alert) >= SEEN_EVERY_MS),
    resolve: open.filter(
      (alert) =>
        !found.has(keyOf(alert)) && sinceSeen(alert) >= ruleOf(alert.rule).overAfterMinutes * MINUTE_MS,
    ),
  };
};
