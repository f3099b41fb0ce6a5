import type { Mode } from "#core/verification.ts";
import type { DeliveryStatus } from "#core/webhook.ts";

export type DeliveryGlance = {
  id: string;
  endpointId: string;
  event: string;
  verificationId: string;
  mode: Mode;
  status: DeliveryStatus;
  attempt: number;
  nextAttemptAt: Date;
  lastStatus: number | null;
  lastCode: string | null;
  lastDurationMs: number | null;
  createdAt: Date;
};
