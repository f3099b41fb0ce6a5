"use client";
import { useEffect, useRef } from "react";
import actions from "#hosted/frame/actions.module.css";
import { FocusedHeading } from "#hosted/frame/focused-heading.tsx";
import { useWords } from "#hosted/frame/words-context.tsx";
import styles from "./camera.module.css";
import { useCamera } from "./use-camera.ts";
import { Viewfinder } from "./viewfinder.tsx";

type CameraMessageProps = {
  title: string;
  points: readonly string[];
  go: string;
  onGo: () => void;
  onChoose: () => void;
  onClose: () => void;
  /** What is going on; the button rests meanwhile. */
  status?: string | null;
};

/** Words in place of a picture: before the camera, and where there is none. There is always another way. */
export const CameraMessage = ({ title, points, go, onGo, onChoose, onClose, status }: CameraMessageProps) => {
  const { camera } = useWords().texts;
  const isBusy = typeof status === "string";
  return (
    <div className={styles.message}>
      <FocusedHeading level={2} className={styles.title}>
        {title}
      </FocusedHeading>
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
          aria-disabled={isBusy}
          onClick={() => isBusy || onGo()}
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
        {status}
      </p>
    </div>
  );
};

export type CameraDialogProps = {
  /** `isRead`: the picture was read already, here; the server reads it again. */
  onPhoto: (photo: Blob, isRead: boolean) => void;
  onChoose: () => void;
  onClose: () => void;
};

/** The camera over the whole page. Says what will happen before the browser asks, and lets go of it when it closes. */
export const CameraDialog = ({ onPhoto, onChoose, onClose }: CameraDialogProps) => {
  const { camera } = useWords().texts;
  const dialog = useRef<HTMLDialogElement>(null);
  const { state, start } = useCamera();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const message = { onChoose, onClose } as const;

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
      {(state.kind === "intro" || state.kind === "starting") && (
        <CameraMessage
          {...message}
          key="intro"
          title={camera.introTitle}
          points={camera.intro}
          go={camera.open}
          onGo={start}
          status={state.kind === "starting" ? camera.starting : null}
        />
      )}
      {state.kind === "paused" && (
        <CameraMessage
          {...message}
          key="paused"
          title={camera.pausedTitle}
          points={[camera.paused]}
          go={camera.resume}
          onGo={start}
        />
      )}
      {state.kind === "problem" && (
        <CameraMessage
          {...message}
          key={`problem-${state.number}`}
          title={camera.problems[state.problem].title}
          points={[camera.problems[state.problem].text]}
          go={camera.again}
          onGo={start}
        />
      )}
      {state.kind === "live" && <Viewfinder stream={state.stream} onPhoto={onPhoto} onClose={onClose} />}
    </dialog>
  );
};
