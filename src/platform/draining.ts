declare global {
  // Next bundles this module once more than src/server loads it: one process, one flag.
  var lintelIsDraining: boolean | undefined;
}

/** From now on this process asks for no new requests: its readiness says no. There is no way back. */
export const startDraining = (): void => {
  globalThis.lintelIsDraining = true;
};

/** Whether this process is about to end. It still answers what comes. */
export const isDraining = (): boolean => globalThis.lintelIsDraining === true;
