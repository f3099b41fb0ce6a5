export type ToastNote = { id: number; title: string; about: string | undefined; isFailure: boolean };

const SHOWN_MS = 5_000;
const FAILURE_MS = 10_000;
const AT_MOST = 4;

let notes: readonly ToastNote[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

const set = (next: readonly ToastNote[]): void => {
  notes = next;
  for (const tell of listeners) tell();
};

export const removeToast = (id: number): void => set(notes.filter((note) => note.id !== id));

export const addToast = (note: Omit<ToastNote, "id">): void => {
  lastId += 1;
  const id = lastId;
  set([...notes, { ...note, id }].slice(-AT_MOST));
  setTimeout(() => removeToast(id), note.isFailure ? FAILURE_MS : SHOWN_MS);
};

export const subscribeToToasts = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const currentToasts = (): readonly ToastNote[] => notes;

const NONE: readonly ToastNote[] = [];
export const noToasts = (): readonly ToastNote[] => NONE;
