import {
  Ban,
  CircleCheck,
  CircleX,
  DoorOpen,
  Eraser,
  Hourglass,
  KeySquare,
  type LucideIcon,
  Play,
  ScanLine,
  Send,
  ShieldOff,
  Webhook,
} from "lucide-react";
import { TenantLink, useAccess } from "#console/client/access.tsx";
import { deliveryPath } from "#console/client/paths.ts";
import { answerText } from "#console/words/delivery-answer.ts";
import { findingWords, wordlessReason } from "#console/words/finding-words.ts";
import { methodName } from "#console/words/words.ts";
import { durationText } from "#kit/format.ts";
import { Time } from "#kit/time.tsx";
import { Timeline, type TimelineTone } from "#kit/timeline.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";

type TimelineEvent = ConsoleOutputs["verifications"]["detail"]["timeline"][number];

type TimelineWords = { Icon: LucideIcon; tone: TimelineTone; title: string; notes: readonly string[] };

type Detail = TimelineEvent["detail"];

const text = (value: Detail[string] | undefined): string[] =>
  value === null || value === undefined || value === "" ? [] : [String(value)];

const method = (detail: Detail): string[] => text(detail.method).map(methodName);
const took = ({ durationMs }: Detail): string[] =>
  typeof durationMs === "number" ? [durationText(durationMs)] : [];

/** An error code and its reason as a sentence, and a reason that has no words as it is stored. */
const whatOf = (code: Detail[string] | undefined, reason: Detail[string] | undefined): string[] => {
  const [why = null] = text(reason);
  return text(code).flatMap((known) => [findingWords(known, why).what, ...text(wordlessReason(why))]);
};

// Findings: "evidence" decided the verification, "expire" was chosen in test mode, anything else is an error
// code.
const FINDINGS: Readonly<Record<string, Pick<TimelineWords, "tone"> & { end: string }>> = {
  evidence: { tone: "info", end: "" },
  expire: { tone: "neutral", end: ": left to expire" },
};

const attempt = (detail: Detail): TimelineWords => {
  const known = FINDINGS[String(detail.finding)];
  const found = known ? [] : whatOf(detail.finding, detail.reason);
  return {
    Icon: ScanLine,
    tone: known?.tone ?? "warn",
    title: `Attempt ${detail.number ?? ""}${known?.end ?? ": no decision"}`,
    notes: [...method(detail), ...found, ...took(detail)],
  };
};

const deliveryAttempt = (detail: Detail): TimelineWords => {
  const isOk = typeof detail.httpStatus === "number" && detail.httpStatus >= 200 && detail.httpStatus < 300;
  return {
    Icon: Send,
    tone: isOk ? "ok" : "danger",
    title: isOk ? "Webhook delivered" : "Webhook attempt failed",
    notes: [
      `attempt ${detail.number ?? ""}${detail.isManual ? ", manual" : ""}`,
      ...text(detail.httpStatus).map((status) => `HTTP ${status}`),
      ...(typeof detail.httpStatus === "number"
        ? []
        : text(detail.code).map((code) => answerText(null, code))),
      ...took(detail),
    ],
  };
};

const WORDS: Record<TimelineEvent["kind"], (detail: Detail) => TimelineWords> = {
  started: ({ mode, by }) => ({
    Icon: Play,
    tone: "neutral",
    title: by === "appeal" ? "Started by the person’s appeal" : "Started",
    notes: text(mode).map((name) => `${name} mode`),
  }),
  opened: () => ({ Icon: DoorOpen, tone: "neutral", title: "Hosted page opened", notes: [] }),
  attempt,
  completed: (detail) => ({
    ...(detail.verified
      ? { Icon: CircleCheck, tone: "ok", title: "Approved" }
      : { Icon: Ban, tone: "warn", title: "Rejected: under age" }),
    notes: [...method(detail), ...text(detail.reason)],
  }),
  failed: (detail) => ({
    Icon: CircleX,
    tone: "danger",
    title: "Failed without a decision",
    notes: whatOf(detail.errorCode, detail.reason),
  }),
  expired: () => ({ Icon: Hourglass, tone: "neutral", title: "Expired", notes: [] }),
  token_issued: ({ over18 }) => ({
    Icon: KeySquare,
    tone: "ok",
    title: "Token issued",
    notes: [over18 ? "says over 18" : "does not say over 18"],
  }),
  token_revoked: () => ({ Icon: ShieldOff, tone: "danger", title: "Token revoked", notes: [] }),
  erased: () => ({ Icon: Eraser, tone: "neutral", title: "Erased", notes: ["with a signed receipt"] }),
  delivery_created: (detail) => ({
    Icon: Webhook,
    tone: "neutral",
    title: `Webhook ${detail.event ?? ""}`,
    notes: text(detail.host).map((host) => `for ${host}`),
  }),
  delivery_attempt: deliveryAttempt,
};

/** One entry of the timeline in words. */
export const wordsOf = ({ kind, detail }: TimelineEvent): TimelineWords => WORDS[kind](detail);

export const VerificationTimeline = ({ events }: { events: readonly TimelineEvent[] }) => {
  const seesWebhooks = useAccess().may("webhooks.read");
  return (
    <Timeline
      items={events.map((event, index) => {
        const { Icon, tone, title, notes } = wordsOf(event);
        const { deliveryId } = event.detail;
        const isLinked = seesWebhooks && typeof deliveryId === "string" && event.kind === "delivery_created";
        return {
          key: `${index}-${event.kind}`,
          tone,
          icon: <Icon size={14} aria-hidden="true" />,
          title: isLinked ? (
            <TenantLink to={deliveryPath} of={deliveryId}>
              {title}
            </TenantLink>
          ) : (
            title
          ),
          note: notes.length > 0 && notes.join(" · "),
          at: <Time at={event.at} as="long" />,
        };
      })}
    />
  );
};
