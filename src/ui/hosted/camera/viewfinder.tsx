"use client";
import { useEffect, useRef, useState } from "react";
import { FocusedHeading } from "../focused-heading.tsx";
import { useWords } from "../words-context.tsx";
import styles from "./camera.module.css";
import { GuideFrame } from "./guide-frame.tsx";
import { TorchButton } from "./torch-button.tsx";
import { useFrameReader } from "./use-frame-reader.ts";

type ViewfinderProps = {
  stream: MediaStream;
  onPhoto: (photo: Blob, isRead: boolean) => void;
  onClose: () => void;
};

/** What the camera sees, the frame to hold the document in, what would help, and a button that always works. */
export const Viewfinder = ({ stream, onPhoto, onClose }: ViewfinderProps) => {
  const { camera } = useWords().texts;
  const video = useRef<HTMLVideoElement>(null);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const { shown, shoot } = useFrameReader(video, onPhoto);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.srcObject = stream;
    // Muted and in the page: no browser asks for a press. Where one refuses, the picture stands and the button works.
    element.play().catch(() => undefined);
    return () => {
      element.srcObject = null;
    };
  }, [stream]);

  return (
    <div className={styles.finder} data-shown={shown}>
      <FocusedHeading level={2} className={styles.hidden}>
        {camera.liveTitle}
      </FocusedHeading>
      <div className={styles.picture}>
        <video
          ref={video}
          playsInline
          muted
          onResize={({ currentTarget: { videoWidth: width, videoHeight: height } }) =>
            setSize({ width, height })
          }
          onLoadedMetadata={({ currentTarget: { videoWidth: width, videoHeight: height } }) =>
            setSize({ width, height })
          }
        />
        {size && <GuideFrame width={size.width} height={size.height} />}
        <p role="status" className={styles.hint}>
          {camera.hints[shown]}
        </p>
      </div>
      <div className={styles.bar}>
        <button type="button" className={styles.side} onClick={onClose} aria-label={camera.close}>
          <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d="M6 6l12 12M18 6L6 18" />
          </svg>
        </button>
        <button type="button" className={styles.shutter} onClick={shoot} aria-label={camera.shutter} />
        <TorchButton stream={stream} label={camera.light} />
      </div>
    </div>
  );
};
