"use client";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { buttonStyle } from "./button-style.ts";
import { currentToasts, noToasts, removeToast, subscribeToToasts } from "./toast-store.ts";

/** Short words on what was done, in the corner of the screen; read out, and gone by themselves. */
export const Toasts = () => {
  const notes = useSyncExternalStore(subscribeToToasts, currentToasts, noToasts);
  return (
    <section
      aria-label="Notices"
      aria-live="polite"
      className="pointer-events-none fixed right-4 bottom-4 z-70 grid w-[min(22rem,calc(100vw-2rem))] gap-2"
    >
      {notes.map(({ id, title, about, isFailure }) => (
        <div
          key={id}
          className="pointer-events-auto flex animate-appear items-start gap-2.5 rounded-lg bg-surface p-3.5 shadow-pop"
        >
          {isFailure ? (
            <CircleAlert size={17} className="mt-0.5 shrink-0 text-danger" aria-hidden="true" />
          ) : (
            <CircleCheck size={17} className="mt-0.5 shrink-0 text-ok" aria-hidden="true" />
          )}
          <div className="grid min-w-0 grow gap-0.5">
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
