import type { ReactNode } from "react";
import { TONES } from "./badge.tsx";

export type TimelineTone = "neutral" | "ok" | "warn" | "danger" | "info";
export type TimelineItem = {
  key: string;
  tone: TimelineTone;
  icon: ReactNode;
  title: ReactNode;
  note?: ReactNode;
  at: ReactNode;
};

/** Events in order. */
export const Timeline = ({ items }: { items: readonly TimelineItem[] }) => (
  <ol className="grid">
    {items.map(({ key, tone, icon, title, note, at }) => (
      <li key={key} className="group relative grid grid-cols-[1.625rem_minmax(0,1fr)] gap-x-3 pb-4 last:pb-0">
        <span
          className="absolute top-6 bottom-0 left-3.25 w-px bg-line group-last:hidden"
          aria-hidden="true"
        />
        <span className={`grid size-6.5 place-items-center rounded-full ${TONES[tone]}`}>{icon}</span>
        <div className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-3 pt-0.5">
          <p className="min-w-0 text-sm font-medium wrap-anywhere">{title}</p>
          <span className="text-xs text-soft">{at}</span>
          {note && <div className="basis-full text-sm text-soft wrap-anywhere">{note}</div>}
        </div>
      </li>
    ))}
  </ol>
);
