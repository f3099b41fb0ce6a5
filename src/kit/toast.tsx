"use client";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { createListeners } from "./listeners.ts";
import { buttonStyle } from "./styles.ts";

type ToastNote = { id: number; title: string; about: string | undefined; isFailure: boolean };

const SHOWN_MS = 5_000;
const FAILURE_MS = 10_000;
const AT_MOST = 3;

let notes: readonly ToastNote[] = [];
let lastId = 0;
let isPaused = false;
const listeners = createListeners();
const timers = new Map<number, ReturnType<typeof setTimeout>>();

const rest = (id: number): void => {
  clearTimeout(timers.get(id));
  timers.delete(id);
};

const set = (next: readonly ToastNote[]): void => {
  for (const { id } of notes) if (!next.some((note) => note.id === id)) rest(id);
  notes = next;
  listeners.tell();
};

const removeToast = (id: number): void => set(notes.filter((note) => note.id !== id));

const count = ({ id, isFailure }: ToastNote): void => {
  rest(id);
  timers.set(
    id,
    setTimeout(() => removeToast(id), isFailure ? FAILURE_MS : SHOWN_MS),
  );
};

const addToast = (note: Omit<ToastNote, "id">): void => {
  lastId += 1;
  const added = { ...note, id: lastId };
  set([...notes, added].slice(-AT_MOST));
  if (!isPaused) count(added);
};

/** Keeps toasts on screen while they are read or pressed (WCAG 2.2 §2.2.1). */
const pauseToasts = (): void => {
  isPaused = true;
  for (const { id } of notes) rest(id);
};

/** Restarts every toast's full time. */
const resumeToasts = (): void => {
  isPaused = false;
  for (const note of notes) count(note);
};

const NONE: readonly ToastNote[] = [];

/**
 * Short messages that are read out and disappear. They sit clear of form and dialog buttons: at the top on a
 * phone, at the bottom left on a wide page.
 */
export const Toasts = () => {
  const shown = useSyncExternalStore(
    listeners.add,
    () => notes,
    () => NONE,
  );
  useEffect(() => {
    // The last toast may vanish under the pointer, so that no leave event fires.
    if (shown.length === 0) resumeToasts();
  }, [shown.length]);
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
      {shown.map(({ id, title, about, isFailure }) => (
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

/** Shows a short message about a success or a failure. */
export const toast = {
  done: (title: string, about?: string): void => addToast({ title, about, isFailure: false }),
  failed: (title: string, about?: string): void => addToast({ title, about, isFailure: true }),
};
