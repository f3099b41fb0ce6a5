"use client";
import { useEffect, useRef } from "react";
import { useWords } from "../words-context.tsx";
import styles from "./camera.module.css";
import { CameraMessage } from "./camera-message.tsx";
import { useCamera } from "./use-camera.ts";
import { Viewfinder } from "./viewfinder.tsx";

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
