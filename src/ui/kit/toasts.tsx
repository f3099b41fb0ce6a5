"use client";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { buttonStyle } from "./button-style.ts";
import {
  currentToasts,
  noToasts,
  pauseToasts,
  removeToast,
  resumeToasts,
  subscribeToToasts,
} from "./toast-store.ts";

/**
 * Short words on what was done; read out, and gone by themselves. They stand where no form and no dialog has its
 * buttons: at the top of a phone, and at the bottom left of a wide page.
 */
export const Toasts = () => {
  const notes = useSyncExternalStore(subscribeToToasts, currentToasts, noToasts);
  useEffect(() => {
    // The last one went from under the pointer, which tells nobody.
    if (notes.length === 0) resumeToasts();
  }, [notes.length]);
  return (
    <section
      aria-label="Notices"
      aria-live="polite"
      onPointerEnter={pauseToasts}
      onPointerLeave={resumeToasts}
      onFocus={pauseToasts}
      onBlur={resumeToasts}
      className="pointer-events-none fixed top-15 right-4 left-4 z-70 grid gap-2 sm:left-auto sm:w-88 lg:top-auto lg:right-auto lg:bottom-4 lg:left-64"
    >
      {notes.map(({ id, title, about, isFailure }) => (
        <div
          key={id}
          className="pointer-events-auto flex animate-appear items-start gap-2.5 rounded-lg border bg-surface p-3.5 shadow-pop"
        >
          {isFailure ? (
            <CircleAlert size={17} className="mt-0.5 shrink-0 text-danger" aria-hidden="true" />
          ) : (
            <CircleCheck size={17} className="mt-0.5 shrink-0 text-ok" aria-hidden="true" />
          )}
          <div className="grid min-w-0 grow gap-0.5 wrap-anywhere">
            <p className="text-sm font-medium">{title}</p>
            {about && <p className="text-xs text-soft">{about}</p>}
          </div>
          <button
            type="button"
            aria-label="Dismiss"
            className={buttonStyle("ghost", "icon-sm", "-my-1 -mr-1.5")}
            onClick={() => removeToast(id)}
          >
            <X size={14} aria-hidden="true" />
          </button>
        </div>
      ))}
    </section>
  );
};
