import type { Frame } from "./frame-protocol.ts";
import { cropIn } from "./guide.ts";

const JPEG_QUALITY = 0.92;

/** A canvas for the frame at hand: the next one takes its place, and nothing else keeps it. */
export type Grabber = {
  /** Takes what the camera shows now. Null while it shows nothing. */
  take(video: HTMLVideoElement): Frame | null;
  /** The frame that was taken last, as it is sent. */
  photo(): Promise<Blob | null>;
  wipe(): void;
};

export const createGrabber = (): Grabber => {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true, alpha: false });
  return {
    take: (video) => {
      if (!context || video.videoWidth === 0 || video.readyState < video.HAVE_CURRENT_DATA) return null;
      const { left, top, width, height } = cropIn(video.videoWidth, video.videoHeight);
      canvas.width = width;
      canvas.height = height;
      context.drawImage(video, left, top, width, height, 0, 0, width, height);
      return { rgba: context.getImageData(0, 0, width, height).data, width, height };
    },
    photo: () => new Promise((done) => canvas.toBlob(done, "image/jpeg", JPEG_QUALITY)),
    wipe: () => {
      canvas.width = 0;
      canvas.height = 0;
    },
  };
};
