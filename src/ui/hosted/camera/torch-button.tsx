"use client";
import { useState } from "react";
import styles from "./camera.module.css";
import { hasTorch, setTorch } from "./torch.ts";

/** The phone's light, where the camera has one; else an empty place, so that the shutter stays in the middle. */
export const TorchButton = ({ stream, label }: { stream: MediaStream; label: string }) => {
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
