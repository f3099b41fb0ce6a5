import type { ReactNode } from "react";

type Props = { label: string; footer?: ReactNode; children: ReactNode };

/** A table that scrolls by itself where the screen is narrower than it. */
export const TableFrame = ({ label, footer, children }: Props) => (
  <div className="min-w-0">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.2 §2.1.1) */}
    <section aria-label={label} tabIndex={0} className="focus-inset relative overflow-x-auto rounded-lg">
      <table className="w-full border-collapse text-sm">{children}</table>
    </section>
    {footer}
  </div>
);
