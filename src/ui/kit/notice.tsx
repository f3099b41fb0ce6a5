import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

export type Tone = "info" | "warn" | "danger" | "ok";

const TONES = {
  info: { Icon: Info, box: "bg-info-soft text-info" },
  warn: { Icon: TriangleAlert, box: "bg-warn-soft text-warn" },
  danger: { Icon: CircleAlert, box: "bg-danger-soft text-danger" },
  ok: { Icon: CircleCheck, box: "bg-ok-soft text-ok" },
} as const;

export const Notice = ({ tone = "info", children }: { tone?: Tone; children: ReactNode }) => {
  const { Icon, box } = TONES[tone];
  return (
    <div
      role={tone === "danger" ? "alert" : undefined}
      className={`flex items-start gap-2.5 rounded-md px-3 py-2.5 text-sm ${box}`}
    >
      <Icon size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 grow wrap-anywhere">{children}</div>
    </div>
  );
};
