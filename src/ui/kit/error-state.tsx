"use client";
import { CloudAlert } from "lucide-react";
import { Button } from "./button.tsx";
import { Copyable } from "./copyable.tsx";

type Props = { title?: string; message: string; requestId?: string | null; onRetry?: () => void };

/** Something did not work: what, what to tell support, and another try. */
export const ErrorState = ({ title = "This did not load", message, requestId, onRetry }: Props) => (
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
      <Button className="mt-3" onClick={onRetry}>
        Try again
      </Button>
    )}
  </div>
);
