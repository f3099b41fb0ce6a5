/** `wait` returns when `notify` is called, was called since the last wait, or when the time is up. */
export type Notifier = { notify: () => void; wait(timeoutMs: number): Promise<void> };

export const createNotifier = (): Notifier => {
  let isNotified = false;
  let resume: (() => void) | undefined;
  return {
    notify: () => {
      isNotified = true;
      resume?.();
    },
    wait: async (timeoutMs) => {
      if (!isNotified) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, timeoutMs);
        resume = resolve;
        await promise;
        clearTimeout(timer);
      }
      resume = undefined;
      isNotified = false;
    },
  };
};
