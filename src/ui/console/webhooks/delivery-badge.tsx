import type { DeliveryStatus } from "#core/webhook.ts";
import { Badge } from "../../kit/badge.tsx";

export const DELIVERY_NAMES: Readonly<Record<DeliveryStatus, string>> = {
  pending: "Waiting",
  delivered: "Delivered",
  failed: "Failed",
  cancelled: "Cancelled",
};

const TONES = { pending: "info", delivered: "ok", failed: "danger", cancelled: "neutral" } as const;

export const DeliveryBadge = ({ status }: { status: DeliveryStatus }) => (
  <Badge tone={TONES[status]}>{DELIVERY_NAMES[status]}</Badge>
);
