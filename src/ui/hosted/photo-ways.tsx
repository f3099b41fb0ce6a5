"use client";
import { lazy, Suspense, useEffect, useState } from "react";
import actions from "./actions.module.css";
import { hasCameraApi } from "./camera/open-camera.ts";
import { useWords } from "./words-context.tsx";

// Nobody loads a camera's code who does not choose the camera.
const CameraDialog = lazy(async () => ({
  default: (await import("./camera/camera-dialog.tsx")).CameraDialog,
}));

type PhotoWaysProps = {
  isBusy: boolean;
  /** Opens the file field; with `capture` a phone's own camera program. */
  onPick: (capture: boolean) => void;
  onPhoto: (photo: Blob, isRead: boolean) => void;
};

/** A camera at hand leads on a phone, the file on a computer; both are there wherever they work. */
export const PhotoWays = ({ isBusy, onPick, onPhoto }: PhotoWaysProps) => {
  const { texts } = useWords();
  const [isOpen, setOpen] = useState(false);
  const [device, setDevice] = useState({ isHandheld: false, hasCamera: false });
  useEffect(() => {
    setDevice({
      isHandheld: matchMedia("(pointer: coarse) and (hover: none)").matches,
      hasCamera: hasCameraApi(),
    });
  }, []);
  const { isHandheld, hasCamera } = device;
  const camera = (hasCamera || isHandheld) && (
    <button
      key="camera"
      type="button"
      className={isHandheld ? actions.primary : actions.secondary}
      disabled={isBusy}
      onClick={() => (hasCamera ? setOpen(true) : onPick(true))}
    >
      {texts.document.camera}
    </button>
  );
  const choose = (
    <button
      key="choose"
      type="button"
      className={isHandheld ? actions.secondary : actions.primary}
      disabled={isBusy}
      onClick={() => onPick(false)}
    >
      {texts.document.choose}
    </button>
  );
  return (
    <>
      {isHandheld ? [camera, choose] : [choose, camera]}
      {isOpen && (
        <Suspense>
          <CameraDialog
            onClose={() => setOpen(false)}
            onChoose={() => {
              setOpen(false);
              onPick(false);
            }}
            onPhoto={(photo, isRead) => {
              setOpen(false);
              onPhoto(photo, isRead);
            }}
          />
        </Suspense>
      )}
    </>
  );
};
