"use client";
import { useCallback, useEffect, useRef, useState } from "react";

/** Why there is no picture: not allowed, no camera, in use by another program, or anything else. */
type CameraProblem = "denied" | "missing" | "busy" | "failed";

// The error names of W3C Media Capture §10.2.
const PROBLEMS: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotFoundError: "missing",
  OverconstrainedError: "missing",
  NotReadableError: "busy",
  AbortError: "busy",
};

/** The back camera, large enough to read letters; otherwise whatever camera there is. */
const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1080 } },
};

/** Asks for the camera; the browser asks the end user. */
const openCamera = async (): Promise<MediaStream | CameraProblem> => {
  try {
    return await navigator.mediaDevices.getUserMedia(WANTED);
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    return PROBLEMS[name] ?? "failed";
  }
};

const closeCamera = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

export type CameraState =
  | { kind: "intro" }
  | { kind: "starting" }
  | { kind: "live"; stream: MediaStream }
  | { kind: "paused" }
  | { kind: "problem"; problem: CameraProblem };

/** One camera, held only while it is in view: once the page is hidden, left or closed, it stops and its lamp goes out. */
export const useCamera = () => {
  const [state, setState] = useState<CameraState>({ kind: "intro" });
  const held = useRef<MediaStream | null>(null);
  const isGone = useRef<boolean>(false);
  const isAsking = useRef<boolean>(false);

  const letGo = useCallback((): boolean => {
    const stream = held.current;
    held.current = null;
    if (stream) closeCamera(stream);
    return stream !== null;
  }, []);

  useEffect(() => {
    isGone.current = false;
    const pause = (): void => {
      if (document.visibilityState === "hidden" && letGo()) setState({ kind: "paused" });
    };
    document.addEventListener("visibilitychange", pause);
    window.addEventListener("pagehide", letGo);
    return () => {
      isGone.current = true;
      letGo();
      document.removeEventListener("visibilitychange", pause);
      window.removeEventListener("pagehide", letGo);
    };
  }, [letGo]);

  const start = useCallback(async (): Promise<void> => {
    if (isAsking.current) return;
    isAsking.current = true;
    setState({ kind: "starting" });
    const stream = await openCamera();
    isAsking.current = false;
    if (typeof stream === "string") {
      setState({ kind: "problem", problem: stream });
      return;
    }
    // The end user may have left while the browser was asking.
    if (isGone.current || document.visibilityState === "hidden") {
      closeCamera(stream);
      if (!isGone.current) setState({ kind: "paused" });
      return;
    }
    held.current = stream;
    stream.getVideoTracks()[0]?.addEventListener("ended", () => {
      if (held.current === stream && letGo()) setState({ kind: "problem", problem: "busy" });
    });
    setState({ kind: "live", stream });
  }, [letGo]);

  return { state, start } as const;
};

// W3C MediaStream Image Capture §7: not in TypeScript's browser types yet.
declare global {
  interface MediaTrackCapabilities {
    torch?: boolean;
  }
  interface MediaTrackConstraintSet {
    torch?: boolean;
  }
}

/** Whether this camera has a light that a page can turn on. */
export const hasTorch = (stream: MediaStream): boolean =>
  stream.getVideoTracks()[0]?.getCapabilities?.().torch === true;

/** @returns whether the light changed */
export const setTorch = async (stream: MediaStream, isOn: boolean): Promise<boolean> => {
  try {
    await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [{ torch: isOn }] });
    return true;
  } catch {
    return false;
  }
};
