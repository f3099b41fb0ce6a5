import { Ban, CircleCheck, CircleDashed, CircleDot, CircleX, Eraser, Hourglass } from "lucide-react";
import type { Mode, VerificationStatus } from "#core/verification.ts";
import type { DeliveryStatus } from "#core/webhooks/webhook.ts";
import { Badge, type BadgeTone } from "#kit/badge.tsx";

/** Test stands out; live is the usual mode. */
export const ModeBadge = ({ mode }: { mode: Mode }) =>
  mode === "test" ? <Badge tone="test">Test</Badge> : <span className="text-soft">Live</span>;

export const ModeBadges = ({ modes }: { modes: readonly Mode[] }) => (
  <span className="flex gap-1">
    {modes.map((mode) => (
      <ModeBadge key={mode} mode={mode} />
    ))}
  </span>
);

const toneOf = (status: number): BadgeTone => {
  if (status >= 500) return "danger";
  return status >= 400 ? "warn" : "ok";
};

/** The status of an answer to a request (RFC 9110 §15). */
export const HttpStatus = ({ status }: { status: number }) => <Badge tone={toneOf(status)}>{status}</Badge>;

type Look = { tone: BadgeTone; Icon: typeof Ban; text: string };

export const STATUS_NAMES: Readonly<Record<VerificationStatus, string>> = {
  pending: "Pending",
  in_progress: "In progress",
  completed: "Completed",
  failed: "Failed",
  expired: "Expired",
};

const LOOKS: Readonly<Record<VerificationStatus, Omit<Look, "text">>> = {
  pending: { tone: "neutral", Icon: CircleDashed },
  in_progress: { tone: "info", Icon: CircleDot },
  completed: { tone: "ok", Icon: CircleCheck },
  failed: { tone: "danger", Icon: CircleX },
  expired: { tone: "neutral", Icon: Hourglass },
};

const lookOf = (status: VerificationStatus, verified: boolean | null): Look => {
  if (status !== "completed") return { ...LOOKS[status], text: STATUS_NAMES[status] };
  if (verified === null) return { tone: "neutral", Icon: Eraser, text: "Erased" };
  return verified ? { ...LOOKS.completed, text: "Approved" } : { tone: "warn", Icon: Ban, text: "Under age" };
};

type StatusBadgeProps = { status: VerificationStatus; verified: boolean | null };

/** A verification's state and its result. */
export const StatusBadge = ({ status, verified }: StatusBadgeProps) => {
  const { tone, Icon, text } = lookOf(status, verified);
  return (
    <Badge tone={tone} icon={<Icon size={12} aria-hidden="true" />}>
      {text}
    </Badge>
  );
};

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
