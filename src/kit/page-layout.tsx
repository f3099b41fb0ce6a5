import { clsx } from "clsx";
import { ChevronLeft } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { Link } from "./link.tsx";

type PageHeaderProps = {
  title: ReactNode;
  about?: ReactNode;
  actions?: ReactNode;
  back?: { href: string; name: string };
};

export const PageHeader = ({ title, about, actions, back }: PageHeaderProps) => (
  <header className="mb-5 grid grid-cols-[minmax(0,1fr)] gap-1.5">
    {back && (
      <Link
        href={back.href}
        className="-ml-1 flex w-fit items-center gap-0.5 py-0.5 text-sm text-soft no-underline hover:text-ink"
      >
        <ChevronLeft size={15} aria-hidden="true" />
        {back.name}
      </Link>
    )}
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
      <div className="max-w-full min-w-0">
        <h1 className="text-xl tracking-tight wrap-anywhere">{title}</h1>
        {about && <div className="mt-1 max-w-2xl text-sm text-soft">{about}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  </header>
);

type CardProps = {
  title?: string;
  about?: ReactNode;
  actions?: ReactNode;
  /** Content reaches the edges, for tables and lists. */
  isFlush?: boolean;
  className?: string;
  children: ReactNode;
};

export const Card = ({ title, about, actions, isFlush = false, className, children }: CardProps) => (
  <section className={clsx("min-w-0 rounded-lg border bg-surface shadow-card", className)}>
    {title && (
      <header
        className={clsx("flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3", isFlush && "pb-3")}
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

/** Stands for a missing value. */
export const DASH = <span className="text-soft">–</span>;

/** Values by name, one line each. Null shows as a dash; undefined is left out. */
export const Facts = ({ facts }: { facts: Readonly<Record<string, ReactNode>> }) => (
  <dl className="grid text-sm">
    {Object.entries(facts).map(
      ([name, value]) =>
        value !== undefined && (
          <div
            key={name}
            className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-center gap-3 border-t py-2 first:border-t-0 first:pt-0 last:pb-0 sm:grid-cols-[8.5rem_minmax(0,1fr)]"
          >
            <dt className="min-w-0 wrap-anywhere text-soft">{name}</dt>
            <dd className="min-w-0 wrap-anywhere">{value ?? DASH}</dd>
          </div>
        ),
    )}
  </dl>
);

/** Tiles side by side with hairlines between them. */
export const StatRow = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-line shadow-card lg:grid-cols-4">
    {children}
  </dl>
);

type StatTileProps = { name: string; value: ReactNode; note?: ReactNode };

export const StatTile = ({ name, value, note }: StatTileProps) => (
  <div className="grid min-w-0 content-start gap-0.5 bg-surface p-4">
    <dt className="truncate text-xs font-medium text-soft">{name}</dt>
    <dd className="grid gap-0.5">
      <span className="text-2xl leading-tight font-semibold tracking-tighter tabular">{value}</span>
      {note && <span className="text-xs text-soft">{note}</span>}
    </dd>
  </div>
);

type LongTextProps = {
  text: string;
  /** Lines before it is cut off; hover shows all of it. */
  lines?: 1 | 2 | 3;
  className?: string;
};

const CLAMPS = { 1: "line-clamp-1", 2: "line-clamp-2", 3: "line-clamp-3" } as const;

/** Free text of any length: it wraps anywhere and never widens its container. */
export const LongText = ({ text, lines = 2, className }: LongTextProps) => (
  <span title={text} className={clsx("wrap-anywhere", CLAMPS[lines], className)}>
    {text}
  </span>
);

/** An address of any length: it breaks after a slash if it can, and anywhere else only if it must. */
export const AddressText = ({ text, lines = 2, className }: LongTextProps) => (
  <span title={text} className={clsx("wrap-anywhere", CLAMPS[lines], className)}>
    {[...text.matchAll(/[^/]+\/*|\/+/g)].map(({ 0: part, index }) => (
      <Fragment key={index}>
        {part}
        <wbr />
      </Fragment>
    ))}
  </span>
);
