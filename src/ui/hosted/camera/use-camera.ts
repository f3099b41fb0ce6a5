"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import { type CameraProblem, closeCamera, openCamera } from "./open-camera.ts";

export type CameraState =
  | { kind: "intro" }
  | { kind: "starting" }
  | { kind: "live"; stream: MediaStream }
  | { kind: "paused" }
  | { kind: "problem"; problem: CameraProblem; number: number };

/** One camera, held only while it is looked at: hidden, left or closed, it is let go of and its lamp goes out. */
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
    const opened = await openCamera();
    isAsking.current = false;
    if (!opened.ok) {
      const { problem } = opened;
      setState((before) => ({
        kind: "problem",
        problem,
        number: before.kind === "problem" ? before.number + 1 : 1,
      }));
      return;
    }
    const { stream } = opened;
    // The person may have left while the browser asked.
    if (isGone.current || document.visibilityState === "hidden") {
      closeCamera(stream);
      if (!isGone.current) setState({ kind: "paused" });
      return;
    }
    held.current = stream;
    stream.getVideoTracks()[0]?.addEventListener("ended", () => {
      if (held.current === stream && letGo()) setState({ kind: "problem", problem: "busy", number: 1 });
    });
    setState({ kind: "live", stream });
  }, [letGo]);

  return { state, start } as const;
};
