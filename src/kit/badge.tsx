import type { ReactNode } from "react";

export type BadgeTone = "neutral" | "ok" | "warn" | "danger" | "info" | "test";

/** The colours of each tone. */
export const TONES: Record<BadgeTone, string> = {
  neutral: "bg-neutral-soft text-soft",
  ok: "bg-ok-soft text-ok",
  warn: "bg-warn-soft text-warn",
  danger: "bg-danger-soft text-danger",
  info: "bg-info-soft text-info",
  test: "bg-test text-on-test",
};

type Props = { tone?: BadgeTone; icon?: ReactNode; children: ReactNode };

export const Badge = ({ tone = "neutral", icon, children }: Props) => (
  <span
    className={`inline-flex h-5.5 shrink-0 items-center gap-1 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap ${TONES[tone]}`}
  >
    {icon}
    {children}
  </span>
);
