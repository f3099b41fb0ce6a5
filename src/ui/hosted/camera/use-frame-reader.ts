"use client";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { FrameAnswer, Hint } from "./frame-protocol.ts";
import { createGrabber } from "./grab.ts";

/** `manual`: nothing is read here, the person decides. */
export type Shown = Hint | "manual" | "read";

const PAUSE_MS = 60;
const NOT_READY_MS = 120;

/**
 * Reads the camera's picture again and again, in a worker; the first frame that holds is the photo.
 * @param onPhoto called once; `isRead` is false for the photo of the button
 */
export const useFrameReader = (
  video: RefObject<HTMLVideoElement | null>,
  onPhoto: (photo: Blob, isRead: boolean) => void,
) => {
  const [shown, setShown] = useState<Shown>("searching");
  const shoot = useRef<() => void>(() => undefined);
  const deliver = useRef(onPhoto);
  deliver.current = onPhoto;

  useEffect(() => {
    const grabber = createGrabber();
    const worker = startWorker();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    let last: Hint | null = null;

    const finish = async (isRead: boolean): Promise<void> => {
      isOver = true;
      const photo = await grabber.photo();
      grabber.wipe();
      if (photo) deliver.current(photo, isRead);
    };
    const look = (): void => {
      if (isOver || !worker) return;
      const frame = video.current && grabber.take(video.current);
      if (frame) worker.postMessage(frame, [frame.rgba.buffer]);
      else timer = setTimeout(look, NOT_READY_MS);
    };
    const onAnswer = ({ data }: MessageEvent<FrameAnswer>): void => {
      if (isOver) return;
      if (data.kind === "read") {
        setShown("read");
        void finish(true);
        return;
      }
      // Said twice in a row it is true: words that flicker help nobody, least of all who hears them.
      if (data.hint === last) setShown(data.hint);
      last = data.hint;
      timer = setTimeout(look, PAUSE_MS);
    };
    shoot.current = () => {
      if (!isOver && video.current && grabber.take(video.current)) void finish(false);
    };
    if (worker) {
      worker.addEventListener("message", onAnswer);
      worker.addEventListener("error", () => setShown("manual"));
    } else setShown("manual");
    look();
    return () => {
      isOver = true;
      clearTimeout(timer);
      worker?.terminate();
      grabber.wipe();
    };
  }, [video]);

  return { shown, shoot: () => shoot.current() } as const;
};

// Its code, the recogniser's weights among it, is a file of its own that only a camera needs.
const startWorker = (): Worker | null => {
  try {
    return new Worker(new URL("./frame-worker.ts", import.meta.url), { type: "module" });
  } catch {
    return null;
  }
};
