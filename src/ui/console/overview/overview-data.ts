import type { Billing } from "#core/quota.ts";
import type { Mode } from "#core/verification.ts";
import type { VerificationGlance } from "../verifications/verification-glance.ts";

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
  latest: readonly VerificationGlance[];
  firstSteps: FirstStepsDone;
};

export type { Counts };
