"use client";
import {
  CircleAlert,
  CircleCheck,
  CloudAlert,
  FileQuestion,
  Info,
  type LucideIcon,
  TriangleAlert,
} from "lucide-react";
import type { ReactNode } from "react";
import { Button, ButtonLink } from "./button.tsx";
import { Copyable } from "./copy.tsx";

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

type ConflictNoticeProps = {
  /** Names the person, the fields and the time. */
  message: string;
  onTake: () => void;
};

/** Someone else saved the same fields while a form was open. What was typed stays until the person presses the button. */
export const ConflictNotice = ({ message, onTake }: ConflictNoticeProps) => (
  <Notice tone="danger">
    <div className="grid justify-items-start gap-2">
      <p>{message}</p>
      <p>What you entered is still here. Save again to replace what is saved now.</p>
      <Button onClick={onTake}>Show what is saved now</Button>
    </div>
  </Notice>
);

type ErrorStateProps = {
  title?: string;
  message: string;
  requestId?: string | null;
  onRetry?: () => void;
  /** Beside the retry button. */
  children?: ReactNode;
};

/** What failed, the request id for support, and a retry button. */
export const ErrorState = ({
  title = "This did not load",
  message,
  requestId,
  onRetry,
  children,
}: ErrorStateProps) => (
  <div
    role="alert"
    className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-1.5 px-6 py-12 text-center"
  >
    <span className="mb-1.5 grid size-10 place-items-center rounded-lg bg-danger-soft text-danger">
      <CloudAlert size={18} aria-hidden="true" />
    </span>
    <p className="font-medium">{title}</p>
    <p className="max-w-md text-sm text-balance text-soft wrap-anywhere">{message}</p>
    {requestId && (
      <p className="flex max-w-full items-center gap-1 text-xs text-soft">
        Request <Copyable text={requestId} label="request id" />
      </p>
    )}
    {onRetry && (
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        <Button onClick={onRetry}>Try again</Button>
        {children}
      </div>
    )}
  </div>
);

type EmptyStateProps = { icon: LucideIcon; title: string; children?: ReactNode; action?: ReactNode };

/** Why a list is empty, and how to fill it. */
export const EmptyState = ({ icon: Icon, title, children, action }: EmptyStateProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-1.5 px-6 py-12 text-center">
    <span className="mb-1.5 grid size-10 place-items-center rounded-lg border bg-sunken text-soft">
      <Icon size={18} aria-hidden="true" />
    </span>
    <p className="max-w-full font-medium wrap-anywhere">{title}</p>
    {children && <p className="max-w-sm text-sm text-balance text-soft wrap-anywhere">{children}</p>}
    {action && <div className="mt-3">{action}</div>}
  </div>
);

export type Missing = {
  title: string;
  /** A possible reason. */
  about?: ReactNode;
  /** Where to go from here. */
  back: { href: string; name: string };
};

/** The thing does not exist. Nothing failed, so no retry is offered. */
export const MissingState = ({ title, about, back }: Missing) => (
  <EmptyState
    icon={FileQuestion}
    title={title}
    action={<ButtonLink href={back.href}>{back.name}</ButtonLink>}
  >
    {about}
  </EmptyState>
);

/** A placeholder of the final size, shown while loading. */
export const Skeleton = ({ className = "h-4 w-24" }: { className?: string }) => (
  <span
    aria-hidden="true"
    className={`block animate-shimmer rounded-sm bg-neutral-soft motion-reduce:animate-none ${className}`}
  />
);

/** A placeholder for a page of cards. */
export const CardsSkeleton = () => (
  <div role="status" className="grid gap-4">
    <span className="sr-only">Loading…</span>
    <Skeleton className="h-24 rounded-lg" />
    <Skeleton className="h-72 rounded-lg" />
    <div className="grid gap-4 lg:grid-cols-2">
      <Skeleton className="h-56 rounded-lg" />
      <Skeleton className="h-56 rounded-lg" />
    </div>
  </div>
);
