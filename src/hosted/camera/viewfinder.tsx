"use client";
import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import { NewsHeading } from "#hosted/frame/news-heading.tsx";
import { useWords } from "#hosted/frame/words-context.tsx";
import styles from "./camera.module.css";
import { type Box, guideIn } from "./guide.ts";
import { hasTorch, setTorch } from "./use-camera.ts";
import { useFrameReader } from "./use-frame-reader.ts";

const roundedBox = ({ left, top, width, height }: Box, radius: number): string => {
  const corner = (x: number, y: number): string => `a${radius} ${radius} 0 0 1 ${x * radius} ${y * radius}`;
  const [across, down] = [width - 2 * radius, height - 2 * radius];
  return `M${left + radius} ${top}h${across}${corner(1, 1)}v${down}${corner(-1, 1)}h${-across}${corner(-1, -1)}v${-down}${corner(1, -1)}z`;
};

/** The frame, in the picture's coordinates so that it fits however the picture is scaled to the screen. */
const GuideFrame = ({ width, height }: { width: number; height: number }) => {
  const guide = guideIn(width, height);
  const [right, bottom] = [guide.left + guide.width, guide.top + guide.height];
  const radius = guide.width * 0.035;
  const band = bottom - guide.height * 0.24;
  return (
    <svg className={styles.guide} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      <path
        className={styles.shade}
        fillRule="evenodd"
        d={`M0 0H${width}V${height}H0Z ${roundedBox(guide, radius)}`}
      />
      <path className={styles.edge} d={roundedBox(guide, radius)} />
      <path className={styles.band} d={`M${guide.left + radius} ${band}H${right - radius}`} />
    </svg>
  );
};

/**
 * The phone's light, if the camera has one; otherwise an empty space, so that the shutter stays in the
 * middle.
 */
const TorchButton = ({ stream, label }: { stream: MediaStream; label: string }) => {
  const [isOn, setOn] = useState(false);
  if (!hasTorch(stream)) return <span className={styles.side} aria-hidden="true" />;
  const toggle = async (): Promise<void> => {
    if (await setTorch(stream, !isOn)) setOn(!isOn);
  };
  return (
    <button type="button" className={styles.side} aria-pressed={isOn} aria-label={label} onClick={toggle}>
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M13 3L6 13.500h5L10.500 21 18 10h-5.500z" />
      </svg>
    </button>
  );
};

type ViewfinderProps = {
  stream: MediaStream;
  onPhoto: (photo: Blob, isRead: boolean) => void;
  onClose: () => void;
};

/** The camera's picture, a frame for the document, hints, and a button that always works. */
export const Viewfinder = ({ stream, onPhoto, onClose }: ViewfinderProps) => {
  const { camera } = useWords().texts;
  const video = useRef<HTMLVideoElement>(null);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const { shown, shoot } = useFrameReader(video, onPhoto);
  const measure = ({ currentTarget: { videoWidth, videoHeight } }: SyntheticEvent<HTMLVideoElement>): void =>
    setSize({ width: videoWidth, height: videoHeight });
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.srcObject = stream;
    // Muted video may start by itself. If a browser refuses, the picture stands still but the button works.
    element.play().catch(() => undefined);
    return () => {
      element.srcObject = null;
    };
  }, [stream]);

  return (
    <div className={styles.finder} data-shown={shown}>
      <NewsHeading className="visually-hidden">{camera.liveTitle}</NewsHeading>
      <div className={styles.picture}>
        <video ref={video} playsInline muted onResize={measure} onLoadedMetadata={measure} />
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
