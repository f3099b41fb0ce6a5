import { useSyncExternalStore } from "react";
import { createListeners } from "#kit/listeners.ts";

/** What all trials on the page share. It is gone with the page: nothing is stored, and nothing is put into an address. */
type Memory = { key: string; verificationId: string };

let memory: Memory = { key: "", verificationId: "" };
const NOTHING: Memory = memory;
const listeners = createListeners();

export const remember = (change: Partial<Memory>): void => {
  memory = { ...memory, ...change };
  listeners.tell();
};

export const useTrialMemory = (): Memory =>
  useSyncExternalStore(
    listeners.add,
    () => memory,
    () => NOTHING,
  );
