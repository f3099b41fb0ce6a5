/** A bell: `wait` returns when it rings, or has rung since the last wait, or when the time is up. */
export type Wake = { ring: () => void; wait(timeoutMs: number): Promise<void> };

export const createWake = (): Wake => {
  let hasRung = false;
  let resume: (() => void) | undefined;
  return {
    ring: () => {
      hasRung = true;
      resume?.();
    },
    wait: async (timeoutMs) => {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          resume = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      resume = undefined;
      hasRung = false;
    },
  };
};
