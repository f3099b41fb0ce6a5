/** Calls back when something changes that is kept outside React: each listener once, however often it was added. */
export const createListeners = () => {
  const listeners = new Set<() => void>();
  return {
    /** @returns stops it */
    add: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    tell: (): void => {
      for (const listener of listeners) listener();
    },
  };
};
