import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type Props = { icon: LucideIcon; title: string; children?: ReactNode; action?: ReactNode };

/** Why there is nothing here, and what would change that. */
export const EmptyState = ({ icon: Icon, title, children, action }: Props) => (
  <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-1.5 px-6 py-12 text-center">
    <span className="mb-1.5 grid size-10 place-items-center rounded-lg border bg-sunken text-soft">
      <Icon size={18} aria-hidden="true" />
    </span>
    <p className="max-w-full font-medium wrap-anywhere">{title}</p>
    {children && <p className="max-w-sm text-sm text-balance text-soft wrap-anywhere">{children}</p>}
    {action && <div className="mt-3">{action}</div>}
  </div>
);
