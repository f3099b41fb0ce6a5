"use client";
import { useEffect, useRef, useState } from "react";
import actions from "#hosted/frame/actions.module.css";
import { NewsHeading } from "#hosted/frame/news-heading.tsx";
import { useWords } from "#hosted/frame/words-context.tsx";
import type { Texts } from "#hosted/texts/en.ts";
import styles from "./camera.module.css";
import { type CameraState, useCamera } from "./use-camera.ts";
import { Viewfinder } from "./viewfinder.tsx";

type Message = { key: string; title: string; points: readonly string[]; go: string };

/** The words to show in place of a picture; null while the camera is live. */
const messageOf = (state: CameraState, camera: Texts["camera"]): Message | null => {
  switch (state.kind) {
    case "live":
      return null;
    case "paused":
      return { key: "paused", title: camera.pausedTitle, points: [camera.paused], go: camera.resume };
    case "problem": {
      const { title, text } = camera.problems[state.problem];
      return { key: "problem", title, points: [text], go: camera.again };
    }
    default:
      return { key: "intro", title: camera.introTitle, points: camera.intro, go: camera.open };
  }
};

/** In-app browsers may never answer a page that asks for the camera, and say nothing either. */
const SLOW_START_MS = 8000;

/** Whether the camera has been starting for so long that the person should know another way. */
const useIsSlow = (isStarting: boolean): boolean => {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    setSlow(false);
    if (!isStarting) return;
    const timer = setTimeout(() => setSlow(true), SLOW_START_MS);
    return () => clearTimeout(timer);
  }, [isStarting]);
  return isSlow;
};

type CameraMessageProps = Pick<CameraDialogProps, "onChoose" | "onClose"> & {
  message: Message;
  isStarting: boolean;
  onGo: () => void;
};

/**
 * Words in place of a picture: before the camera starts, and where there is none. There is always an
 * alternative.
 */
const CameraMessage = ({ message, isStarting, onGo, onChoose, onClose }: CameraMessageProps) => {
  const { title, points, go } = message;
  const { camera } = useWords().texts;
  const isSlow = useIsSlow(isStarting);
  return (
    <div className={styles.message}>
      <NewsHeading className={styles.title}>{title}</NewsHeading>
      {points.length === 1 ? (
        <p>{points[0]}</p>
      ) : (
        <ol className={styles.points}>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ol>
      )}
      <div className={styles.ways}>
        <button
          type="button"
          className={actions.primary}
          aria-disabled={isStarting}
          onClick={() => isStarting || onGo()}
        >
          {go}
        </button>
        <button type="button" className={actions.secondary} onClick={onChoose}>
          {camera.choose}
        </button>
        <button type="button" className={actions.quiet} onClick={onClose}>
          {camera.close}
        </button>
      </div>
      <p role="status" className={styles.starting}>
        {isStarting && (isSlow ? camera.slow : camera.starting)}
      </p>
    </div>
  );
};

type CameraDialogProps = {
  /** `isRead`: the picture has already been read here; the server reads it again. */
  onPhoto: (photo: Blob, isRead: boolean) => void;
  onChoose: () => void;
  onClose: () => void;
};

/**
 * The camera over the whole page. Says what will happen before the browser asks, and stops the camera on
 * closing.
 */
export const CameraDialog = ({ onPhoto, onChoose, onClose }: CameraDialogProps) => {
  const { camera } = useWords().texts;
  const dialog = useRef<HTMLDialogElement>(null);
  const { state, start } = useCamera();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const message = messageOf(state, camera);

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={camera.liveTitle}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {message && (
        <CameraMessage
          key={message.key}
          message={message}
          isStarting={state.kind === "starting"}
          onGo={start}
          onChoose={onChoose}
          onClose={onClose}
        />
      )}
      {state.kind === "live" && <Viewfinder stream={state.stream} onPhoto={onPhoto} onClose={onClose} />}
    </dialog>
  );
};
