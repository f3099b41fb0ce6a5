/** `wait` returns when it is notified, or has been since the last wait, or when the time is up. */
export type Wake = { notify: () => void; wait(timeoutMs: number): Promise<void> };

export const createWake = (): Wake => {
  let isNotified = false;
  let resume: (() => void) | undefined;
  return {
    notify: () => {
      isNotified = true;
      resume?.();
    },
    wait: async (timeoutMs) => {
      if (!isNotified) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          resume = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      resume = undefined;
      isNotified = false;
    },
  };
};
