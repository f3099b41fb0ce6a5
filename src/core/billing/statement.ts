import { dayName, monthName } from "#core/day.ts";
import { csvLine } from "#core/text.ts";
import type { PlanLimits } from "./plan.ts";
import { type Billing, monthAfter, monthOf } from "./quota.ts";

/** One item of a month's bill, in minor units. The amounts of all lines add up to `amountDue`. */
export type StatementLine = {
  item: "base_price" | "included" | "overage";
  quantity: number;
  unitPriceMinor: number;
  amountMinor: number;
};

/** The verifications started on one UTC day. */
type StatementDay = { day: string; live: number; test: number };

export type StatementContent = {
  number: string;
  /** OPERATOR_NAME. Null: the operator has not said it. Older frozen statements may hold the host instead. */
  issuer: string | null;
  /** OPERATOR_ADDRESS; absent: not said. */
  issuerAddress?: string;
  /** OPERATOR_TAX_ID; absent: not said. */
  issuerTaxId?: string;
  /** The host of the service; absent in statements that were frozen without it. */
  service?: string;
  tenantId: string;
  tenantName: string;
  /** "2026-10" */
  month: string;
  /** False while the numbers can change: the month is running or has only just ended. */
  isFinal: boolean;
  /** The plan or the prices of that time were never recorded, so the first recorded ones are used. */
  isPlanAssumed: boolean;
  billing: Billing;
  lines: StatementLine[];
  days: StatementDay[];
};

// Longer than any request and any clock difference between machines: by then, everything started before
// midnight has been written.
const SETTLING_MS = 15 * 60_000;

/** Whether a month can no longer change. */
export const isFinalMonth = (month: Date, now: Date): boolean =>
  now.getTime() >= monthAfter(month).getTime() + SETTLING_MS;

/** The last month that can no longer change. */
export const lastFinalMonth = (now: Date): Date => {
  const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  return isFinalMonth(last, now)
    ? last
    : new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - 1, 1));
};

/** Whether a month has begun and the tenant existed during some part of it. */
export const hasStatement = (month: Date, createdAt: Date, now: Date): boolean =>
  month >= monthOf(createdAt) && month <= now;

/** Stable, and unique to the tenant: 50 random bits of the tenant's id, and the month. */
export const statementNumber = (tenantId: string, month: Date): string =>
  `${tenantId.slice(-10).toUpperCase()}-${monthName(month)}`;

const line = (item: StatementLine["item"], quantity: number, unitPriceMinor: number): StatementLine => ({
  item,
  quantity,
  unitPriceMinor,
  amountMinor: quantity * unitPriceMinor,
});

export const statementLines = (limits: PlanLimits, { used, overage }: Billing): StatementLine[] => [
  line("base_price", 1, limits.monthlyPriceMinor),
  line("included", used - overage, 0),
  line("overage", overage, limits.overagePriceMinor),
];

/** The lines' names for people. */
export const STATEMENT_ITEMS: Readonly<Record<StatementLine["item"], string>> = {
  base_price: "Base price of the plan",
  included: "Live verifications, included",
  overage: "Live verifications over the quota",
};

/** A line of the table's head; none for what is not said. */
const headLine = (name: string, value: string | null | undefined): string[] =>
  value == null ? [] : [csvLine([name, value])];

/** The statement as a table, for spreadsheets. */
export const statementCsv = (statement: StatementContent): string => {
  const { billing, days, lines } = statement;
  const lastDay = new Date(billing.period.end.getTime() - 1);
  return [
    csvLine(["statement", statement.number]),
    ...headLine("issuer", statement.issuer),
    ...headLine("issuer address", statement.issuerAddress),
    ...headLine("issuer tax number", statement.issuerTaxId),
    ...headLine("service", statement.service),
    csvLine(["tenant", statement.tenantId, statement.tenantName]),
    csvLine(["month", statement.month, statement.isFinal ? "final" : "so far"]),
    csvLine(["period (UTC)", dayName(billing.period.start), dayName(lastDay)]),
    csvLine(["plan", billing.plan, ...(statement.isPlanAssumed ? ["assumed"] : [])]),
    csvLine(["included", billing.included]),
    csvLine(["used", billing.used]),
    csvLine(["overage", billing.overage]),
    "\r\n",
    csvLine(["item", "quantity", "unit price", "amount", `minor units of ${billing.currency}`]),
    ...lines.map(({ item, quantity, unitPriceMinor, amountMinor }) =>
      csvLine([STATEMENT_ITEMS[item], quantity, unitPriceMinor, amountMinor]),
    ),
    csvLine(["amount due", "", "", billing.amountDue]),
    "\r\n",
    csvLine(["day (UTC)", "live", "test"]),
    ...days.map(({ day, live, test }) => csvLine([day, live, test])),
  ].join("");
};
