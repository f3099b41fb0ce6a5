/** Why there is no picture: said no, no camera here, in use by another program, anything else. */
export type CameraProblem = "denied" | "missing" | "busy" | "failed";

// W3C Media Capture §10.2 names these.
const PROBLEMS: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotFoundError: "missing",
  OverconstrainedError: "missing",
  NotReadableError: "busy",
  AbortError: "busy",
};

/** The camera at the back in a size that its letters can be read in; whatever there is where there is no such one. */
const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1080 } },
};

export type Opened = { ok: true; stream: MediaStream } | { ok: false; problem: CameraProblem };

/** Asks for the camera; the browser asks the person. */
export const openCamera = async (): Promise<Opened> => {
  try {
    return { ok: true, stream: await navigator.mediaDevices.getUserMedia(WANTED) };
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    return { ok: false, problem: PROBLEMS[name] ?? "failed" };
  }
};

export const closeCamera = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

/** Only where pages may have one at all: https, and a browser that knows how. */
export const hasCameraApi = (): boolean =>
  "mediaDevices" in navigator && typeof navigator.mediaDevices?.getUserMedia === "function";
