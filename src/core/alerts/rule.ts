// What a rule of alerts has to say. The rules themselves: tenant-rules.ts, operator-rules.ts.

/** What a rule knows of one case, for its words: texts are names that someone chose, and escaped where they are shown. */
export type AlertDetail = Readonly<Record<string, string | number>>;

/**
 * Why an alert is over. `recovered`: what was wrong is right; `worse`: a worse alert took its place; `gone`: what it was about
 * is not there or not used any more; `ran_out`: its time was over; `closed`: the tenant was closed; `rule_off`: the rule was
 * switched off.
 */
export const END_REASONS = ["recovered", "worse", "gone", "ran_out", "closed", "rule_off"] as const;

export type EndReason = (typeof END_REASONS)[number];

export const isEndReason = (text: string | null): text is EndReason =>
  END_REASONS.some((reason) => reason === text);

/** An end with a message. `because` completes "It ended because …", and stands in docs/alerts.md. */
export type Told = { readonly title: string; readonly because: string };

/** An end without a message: the alert of one of the rules `into` is the message. */
export type Worse = { readonly into: readonly string[]; readonly because: string };

/** An end that a rule cannot have, and why. */
export type Never = { readonly never: string };

/** One state machine: an open alert ends for one of these reasons, and for no other. */
export type Ends = {
  readonly [Reason in EndReason]: Reason extends "worse" ? Worse | Never : Told | Never;
};

export type Rule = {
  title: string;
  /** When it begins, for docs/alerts.md. */
  begins: string;
  ends: Ends;
  /** One sentence about a case. */
  says: (detail: AlertDetail) => string;
  /** What to do about it. */
  todo: string;
  /** May pass quiet hours, where the member says so. */
  isUrgent: boolean;
  /** It is over once it has not been seen for so long. */
  overAfterMinutes: number;
  /** The console's page for it, below the tenant's; operators read docs/alerts.md. */
  page?: (subject: string) => string;
};

export const told = <Title extends string>(title: Title, because: string): Told => ({ title, because });

export const worse = <const Into extends readonly string[]>(into: Into, because: string) => ({
  into,
  because,
});

export const never = (why: string): Never => ({ never: why });

const COUNT = new Intl.NumberFormat("en-GB");

/** A part of a case, as text; numbers as people read them, such as 25,000. */
export const of = (detail: AlertDetail, name: string): string => {
  const part = detail[name] ?? "";
  return typeof part === "number" ? COUNT.format(part) : String(part);
};
