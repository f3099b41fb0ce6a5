import { useSyncExternalStore } from "react";

/** What all trials on the page share. It is gone with the page: nothing is stored, and nothing is put into an address. */
type Memory = { key: string; verificationId: string };

let memory: Memory = { key: "", verificationId: "" };
const NOTHING: Memory = memory;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const remember = (change: Partial<Memory>): void => {
  memory = { ...memory, ...change };
  for (const listener of listeners) listener();
};

export const useTrialMemory = (): Memory =>
  useSyncExternalStore(
    subscribe,
    () => memory,
    () => NOTHING,
  );
