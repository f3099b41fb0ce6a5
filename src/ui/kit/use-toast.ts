import { addToast } from "./toast-store.ts";

const toast = {
  done: (title: string, about?: string): void => addToast({ title, about, isFailure: false }),
  failed: (title: string, about?: string): void => addToast({ title, about, isFailure: true }),
};

/** Says in the corner of the screen what was done, or was not. */
export const useToast = () => toast;
