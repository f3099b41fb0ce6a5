declare global {
  // Next bundles its own copy of this module, beside src/server's, but a process has one flag.
  var lintelIsDraining: boolean | undefined;
}

/** From now on this process is not ready for new requests. This cannot be undone. */
export const startDraining = (): void => {
  globalThis.lintelIsDraining = true;
};

/** Whether this process is about to end. It still answers requests. */
export const isDraining = (): boolean => globalThis.lintelIsDraining === true;
