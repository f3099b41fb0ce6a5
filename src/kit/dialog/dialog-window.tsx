"use client";
import { Dialog as Base } from "@base-ui/react/dialog";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { Notice } from "#kit/states.tsx";
import { buttonStyle } from "#kit/styles.ts";
import { DialogHold } from "./dialog-parts.tsx";
import { DIALOG_WINDOW, keepTab } from "./tab-stops.ts";

export type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  about?: ReactNode;
  size?: "md" | "lg";
  /** A press outside does not close it. */
  isHeld?: boolean;
  children: ReactNode;
};

export const DialogWindow = ({ isOpen, onClose, size = "md", isHeld = false, ...content }: DialogProps) => {
  // While closing, it keeps its last content, which the owner may already have cleared.
  const last = useRef(content);
  if (isOpen) last.current = content;
  const { title, about, children } = last.current;
  const [reason, setReason] = useState<string | null>(null);
  const [reminders, setReminders] = useState(0);
  const remind = useCallback(() => setReminders((count) => count + 1), []);
  const hold = useMemo(() => ({ setReason, remind }), [remind]);
  const change = (open: boolean): void => {
    if (!open && reason !== null) remind();
    if (open || reason !== null) return;
    setReminders(0);
    onClose();
  };
  return (
    <Base.Root open={isOpen} onOpenChange={change} disablePointerDismissal={isHeld}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-50 grid place-items-end overflow-y-auto sm:place-items-center sm:p-6">
          <Base.Popup
            {...DIALOG_WINDOW}
            onKeyDown={keepTab}
            className={clsx(
              "relative grid w-full grid-cols-[minmax(0,1fr)] gap-4 rounded-t-xl bg-surface p-5 shadow-pop sm:rounded-xl sm:p-6",
              "transition-[opacity,translate,scale] duration-150 ease-calm data-ending-style:translate-y-3 data-ending-style:opacity-0",
              "data-starting-style:translate-y-3 data-starting-style:opacity-0 motion-reduce:transition-none",
              size === "lg" ? "sm:max-w-2xl" : "sm:max-w-md",
            )}
          >
            <header className="grid gap-1 pr-8 wrap-anywhere">
              <Base.Title className="text-lg">{title}</Base.Title>
              {about && <Base.Description className="text-sm text-soft">{about}</Base.Description>}
            </header>
            {/* A new element each time, so that screen readers read it each time. */}
            {reason !== null && reminders > 0 && (
              <Notice key={reminders} tone="danger">
                {reason}
              </Notice>
            )}
            <DialogHold value={hold}>{children}</DialogHold>
            <Base.Close
              aria-label="Close"
              className={buttonStyle("ghost", "icon-sm", "absolute top-4 right-4")}
            >
              <X size={16} aria-hidden="true" />
            </Base.Close>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
};
