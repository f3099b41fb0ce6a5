"use client";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { Frame, FrameAnswer, Hint } from "./frame-worker.ts";
import { cropIn } from "./guide.ts";

const JPEG_QUALITY = 0.92;

/** A canvas for one frame: the next frame replaces it, and it is kept nowhere else. */
const createGrabber = () => {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true, alpha: false });
  return {
    /** Takes what the camera is showing; null while it shows nothing. */
    take: (video: HTMLVideoElement): Frame | null => {
      if (!context || video.videoWidth === 0 || video.readyState < video.HAVE_CURRENT_DATA) return null;
      const { left, top, width, height } = cropIn(video.videoWidth, video.videoHeight);
      canvas.width = width;
      canvas.height = height;
      context.drawImage(video, left, top, width, height, 0, 0, width, height);
      return { rgba: context.getImageData(0, 0, width, height).data, width, height };
    },
    /** The last frame, as it will be sent. */
    photo: () => new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", JPEG_QUALITY)),
    wipe: () => {
      canvas.width = 0;
      canvas.height = 0;
    },
  };
};

/** `manual`: nothing is read here; the end user decides. */
type Shown = Hint | "manual" | "read";

const PAUSE_MS = 60;
const NOT_READY_MS = 120;
/**
 * A barcode is not read here: once it is still for this many looks, its photo is taken, and shown before it
 * is sent.
 */
const CLEAR_IN_A_ROW = 4;
/** A barcode seen this often and never clear enough will not become so: the button takes it as it is. */
const BARCODES_UNTIL_MANUAL = 12;

/**
 * Reads the camera's picture again and again, in a worker; the first readable frame becomes the photo.
 * @param onPhoto called once; `isRead` is false for a barcode and for a photo taken by the button: the person
 *   looks at it first
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
    let clearInARow = 0;
    let barcodesInARow = 0;

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
      clearInARow = data.kind === "clear_barcode" ? clearInARow + 1 : 0;
      if (clearInARow === CLEAR_IN_A_ROW) {
        void finish(false);
        return;
      }
      const hint = data.kind === "hint" ? data.hint : "barcode";
      // A hint shows only when it comes twice in a row: flickering words help no one, least of all in a
      // screen reader.
      barcodesInARow = hint === "barcode" ? barcodesInARow + 1 : 0;
      if (hint === last) setShown(barcodesInARow > BARCODES_UNTIL_MANUAL ? "manual" : hint);
      last = hint;
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

// A separate file, with the recogniser's weights, which only a camera needs.
const startWorker = (): Worker | null => {
  try {
    return new Worker(new URL("./frame-worker.ts", import.meta.url), { type: "module" });
  } catch {
    return null;
  }
};
