export type ToastNote = { id: number; title: string; about: string | undefined; isFailure: boolean };

const SHOWN_MS = 5_000;
const FAILURE_MS = 10_000;
const AT_MOST = 3;

let notes: readonly ToastNote[] = [];
let lastId = 0;
let isPaused = false;
const listeners = new Set<() => void>();
const timers = new Map<number, ReturnType<typeof setTimeout>>();

const rest = (id: number): void => {
  clearTimeout(timers.get(id));
  timers.delete(id);
};

const set = (next: readonly ToastNote[]): void => {
  for (const { id } of notes) if (!next.some((note) => note.id === id)) rest(id);
  notes = next;
  for (const tell of listeners) tell();
};

export const removeToast = (id: number): void => set(notes.filter((note) => note.id !== id));

const count = ({ id, isFailure }: ToastNote): void => {
  rest(id);
  timers.set(
    id,
    setTimeout(() => removeToast(id), isFailure ? FAILURE_MS : SHOWN_MS),
  );
};

export const addToast = (note: Omit<ToastNote, "id">): void => {
  lastId += 1;
  const added = { ...note, id: lastId };
  set([...notes, added].slice(-AT_MOST));
  if (!isPaused) count(added);
};

/** Somebody is reading, or about to press: nothing goes (WCAG 2.2 §2.2.1). */
export const pauseToasts = (): void => {
  isPaused = true;
  for (const { id } of notes) rest(id);
};

/** Each has its whole time again. */
export const resumeToasts = (): void => {
  isPaused = false;
  for (const note of notes) count(note);
};

export const subscribeToToasts = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const currentToasts = (): readonly ToastNote[] => notes;

const NONE: readonly ToastNote[] = [];
export const noToasts = (): readonly ToastNote[] => NONE;
