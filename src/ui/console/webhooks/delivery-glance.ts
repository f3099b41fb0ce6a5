import type { DeliveryStatus } from "#core/webhook.ts";

export type DeliveryGlance = {
  id: string;
  endpointId: string;
  event: string;
  verificationId: string;
  status: DeliveryStatus;
  attempt: number;
  nextAttemptAt: Date;
  lastStatus: number | null;
  lastCode: string | null;
  createdAt: Date;
};
