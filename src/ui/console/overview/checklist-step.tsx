import { Check } from "lucide-react";
import type { ReactNode } from "react";

type Props = { number: number; name: string; isDone: boolean; isCurrent: boolean; children: ReactNode };

export const ChecklistStep = ({ number, name, isDone, isCurrent, children }: Props) => (
  <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3 py-1.5">
    <span
      className={`grid size-6 place-items-center rounded-full text-xs font-semibold ${isDone ? "bg-accent text-on-accent" : isCurrent ? "border-2 border-accent text-accent" : "border border-line-strong text-soft"}`}
    >
      {isDone ? <Check size={13} strokeWidth={3} aria-hidden="true" /> : number}
      {isDone && <span className="sr-only">Done:</span>}
    </span>
    <div className="min-w-0 pt-0.5">
      <h3 className={`text-sm tracking-normal ${isDone ? "text-soft line-through decoration-1" : ""}`}>
        {name}
      </h3>
      {isCurrent && <div className="mt-1.5">{children}</div>}
    </div>
  </li>
);
