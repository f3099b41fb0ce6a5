// W3C MediaStream Image Capture §7: not in TypeScript's own list of the browser's types yet.
declare global {
  interface MediaTrackCapabilities {
    torch?: boolean;
  }
  interface MediaTrackConstraintSet {
    torch?: boolean;
  }
}

/** Whether this camera has a light that a page may turn on. */
export const hasTorch = (stream: MediaStream): boolean =>
  stream.getVideoTracks()[0]?.getCapabilities?.().torch === true;

/** @returns whether the light is as wanted now */
export const setTorch = async (stream: MediaStream, isOn: boolean): Promise<boolean> => {
  try {
    await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [{ torch: isOn }] });
    return true;
  } catch {
    return false;
  }
};
