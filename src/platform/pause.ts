/** A wait that can be ended from outside. One wait at a time. */
export type Pause = {
  /** @param options.holdsProcess whether Node must stay alive for it; false by default */
  wait(ms: number, options?: { holdsProcess?: boolean }): Promise<void>;
  /** Ends the running wait at once; without one it does nothing. */
  end(): void;
};

export const createPause = (): Pause => {
  let end = (): void => {};
  return {
    wait: (ms, { holdsProcess = false } = {}) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        if (!holdsProcess) timer.unref();
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    end: () => end(),
  };
};

/** Waits for the work, but no longer than this; Node stays alive meanwhile. */
export const waitAtMost = async (ms: number, work: Promise<void>): Promise<void> => {
  const deadline = createPause();
  await Promise.race([work, deadline.wait(ms, { holdsProcess: true })]);
  deadline.end();
};
