import type {
  AdminLogsQuery,
  AdminLogsResponse,
  Billing,
  VerificationStatus,
  VerifyStatusResponse,
  WebhookEvent,
} from "./types.ts";

// Operations that the contracts do not have yet, under the names that scripts/lib/sdk-types.ts will give them.

export type VerifyListQuery = {
  status?: "pending" | "in_progress" | "completed" | "failed" | "expired" | undefined;
  outcome?: "approved" | "rejected" | undefined;
  method?: string | undefined;
  mode?: "live" | "test" | undefined;
  reference?: string | undefined;
  metadataKey?: string | undefined;
  metadataValue?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** At most 100; 20 if absent */
  limit?: number | undefined;
  /** `nextCursor` of the previous page */
  cursor?: string | undefined;
};

export type VerifyListResponse = {
  verifications: Array<
    VerifyStatusResponse & { mode: "live" | "test"; method: string | null; reference?: string }
  >;
  nextCursor: string | null;
};

export type VerifyEventsQuery = {
  verificationId?: string | undefined;
  /** `nextCursor` of the previous page */
  after?: string | undefined;
  /** At most 100; 50 if absent */
  limit?: number | undefined;
  /** The key's own if absent */
  mode?: "live" | "test" | undefined;
};

export type VerifyEventsResponse = {
  events: Array<{ eventId: string; mode: "live" | "test"; verificationId: string; payload: WebhookEvent }>;
  nextCursor: string | null;
  hasMore: boolean;
};

export type VerifyCancelResponse = {
  verificationId: string;
  status: VerificationStatus;
  completedAt: string;
  error: { code: string; message: string };
};

export type VerifySimulateBody = {
  verificationId: string;
  /** As the hosted page's TEST bar offers them */
  outcome: "approve" | "under_age" | "poor_document" | "provider_error" | "expire";
};

export type VerifySimulateResponse = VerifyStatusResponse;

export type UsageReadResponse = {
  billing: Billing;
  rateLimit: { limit: number; windowSeconds: number };
  test: { used: number; cap: number };
};

export type LogsListQuery = Omit<AdminLogsQuery, "tenantId"> & { mode?: "live" | "test" | undefined };

export type LogsListResponse = {
  logs: Array<Omit<AdminLogsResponse["logs"][number], "tenantId"> & { mode: "live" | "test" | null }>;
  nextCursor: string | null;
};
