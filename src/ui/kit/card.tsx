import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

type Props = {
  title?: string;
  about?: ReactNode;
  actions?: ReactNode;
  /** Its content reaches the edges: tables, lists. */
  isFlush?: boolean;
  className?: string;
  children: ReactNode;
};

export const Card = ({ title, about, actions, isFlush = false, className, children }: Props) => (
  <section className={classNames("min-w-0 rounded-lg border bg-surface shadow-card", className)}>
    {title && (
      <header
        className={classNames(
          "flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3",
          isFlush && "pb-3",
        )}
      >
        <div className="min-w-0 grow">
          <h2 className="text-base tracking-normal wrap-anywhere">{title}</h2>
          {about && <p className="text-xs text-soft wrap-anywhere">{about}</p>}
        </div>
        {actions}
      </header>
    )}
    <div className={isFlush ? "" : "p-4"}>{children}</div>
  </section>
);
