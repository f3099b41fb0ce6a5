import { modeOf } from "#console/shell/mode.ts";
import { dayPath } from "#console/shell/paths.ts";
import type { VerificationSummary } from "#console/verifications/verification-table.tsx";
import type { Billing } from "#core/quota.ts";
import type { Mode } from "#core/verification.ts";
import type { Bar, Series } from "#kit/chart/chart-bars.tsx";
import { dayText } from "#kit/format.ts";

type Counts = {
  started: number;
  opened: number;
  tried: number;
  approved: number;
  rejected: number;
  failed: number;
  expired: number;
};

export type FirstStepsDone = {
  hasTestKey: boolean;
  hasTestVerification: boolean;
  hasCompletedTest: boolean;
  hasWebhookEndpoint: boolean;
  hasLiveVerification: boolean;
};

export type WebhookHealth = {
  endpoints: number;
  disabled: number;
  failing: readonly { id: string; url: string; failingSince: Date }[];
  last24Hours: { pending: number; delivered: number; failed: number; cancelled: number };
};

export type MethodRate = { method: string; decided: number; approved: number; failed: number };

export type OverviewDay = {
  day: string;
  live: number;
  test: number;
  approved: number;
  rejected: number;
  failed: number;
  expired: number;
};

export type OverviewData = {
  billing: Billing;
  forecast: number;
  mode: Mode;
  today: Counts;
  period: Counts;
  funnel: Counts & { completed: number; ownChecks: number };
  methods: readonly MethodRate[];
  days: readonly OverviewDay[];
  webhooks: WebhookHealth;
  latest: readonly VerificationSummary[];
  firstSteps: FirstStepsDone;
};

export type { Counts };

/** From the bottom of a bar to its top. */
export const OUTCOMES: readonly Series[] = [
  { id: "approved", name: "Approved", fill: "fill-chart-approved", dot: "bg-chart-approved" },
  { id: "rejected", name: "Under age", fill: "fill-chart-rejected", dot: "bg-chart-rejected" },
  { id: "failed", name: "Failed", fill: "fill-chart-failed", dot: "bg-chart-failed" },
  { id: "expired", name: "Expired", fill: "fill-chart-expired", dot: "bg-chart-expired" },
  { id: "open", name: "Open", fill: "fill-chart-open", dot: "bg-chart-open" },
];

/** Each leads to the list of what was started on its day. */
export const barsOf = (tenantId: string, days: readonly OverviewDay[], mode: Mode): Bar[] =>
  days.map(({ day, approved, rejected, failed, expired, ...started }) => ({
    key: day,
    name: dayText(new Date(`${day}T00:00:00Z`)),
    href: dayPath(tenantId, day, mode),
    values: {
      approved,
      rejected,
      failed,
      expired,
      open: Math.max(0, started[mode] - approved - rejected - failed - expired),
    },
  }));

export const PERIODS = [7, 30, 90] as const;

/** What the address asks of the overview; anything odd is the usual. */
export const overviewInput = (mode: unknown, days: unknown): { mode: Mode; days: number } => ({
  mode: modeOf(mode),
  days: PERIODS.find((period) => String(period) === days) ?? 30,
});
