"use client";
import { type ComponentProps, useEffect, useState } from "react";
import type { CameraDialog } from "#hosted/camera/camera-dialog.tsx";
import { FormKey } from "#hosted/evidence/sending-status.tsx";
import actions from "#hosted/frame/actions.module.css";
import { useWords } from "#hosted/frame/words-context.tsx";
import styles from "./document-form.module.css";

// The camera's code is loaded only once the camera is chosen: nothing else of `camera/` is imported here. The bundler asks for
// a file twice and keeps no failure, so that each press is another try.

/** Whether this page can ask for a camera: over HTTPS, in a browser that supports it. */
const hasCameraApi = (): boolean =>
  "mediaDevices" in navigator && typeof navigator.mediaDevices?.getUserMedia === "function";

type PhotoWaysProps = {
  isBusy: boolean;
  /** Opens the file field or, with `capture`, the phone's own camera app. */
  onPick: (capture: boolean) => void;
  onPhoto: (photo: Blob, isRead: boolean) => void;
};

/** The camera comes first on a phone, the file on a computer; both are offered wherever they work. */
export const PhotoWays = ({ isBusy, onPick, onPhoto }: PhotoWaysProps) => {
  const { texts } = useWords();
  const [Camera, setCamera] = useState<typeof CameraDialog | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [device, setDevice] = useState({ isHandheld: false, hasCamera: false });
  useEffect(() => {
    setDevice({
      isHandheld: matchMedia("(pointer: coarse) and (hover: none)").matches,
      hasCamera: hasCameraApi(),
    });
  }, []);
  const { isHandheld, hasCamera } = device;
  const close = (): void => setCamera(null);
  const openCamera = (): void => {
    setMissing(false);
    import("#hosted/camera/camera-dialog.tsx").then(
      (loaded) => setCamera(() => loaded.CameraDialog),
      () => setMissing(true),
    );
  };
  const ways = [
    { label: texts.document.choose, go: () => onPick(false) },
    ...(hasCamera || isHandheld
      ? [{ label: texts.document.camera, go: () => (hasCamera ? openCamera() : onPick(true)) }]
      : []),
  ];
  return (
    <>
      {(isHandheld ? [...ways].reverse() : ways).map(({ label, go }, index) => (
        <button
          key={label}
          type="button"
          className={index === 0 ? actions.primary : actions.secondary}
          disabled={isBusy}
          onClick={go}
        >
          {label}
        </button>
      ))}
      {isMissing && (
        <p role="alert">
          {texts.camera.problems.failed.title}. {texts.camera.problems.failed.text}
        </p>
      )}
      {Camera && (
        <Camera
          onClose={close}
          onChoose={() => {
            close();
            onPick(false);
          }}
          onPhoto={(photo, isRead) => {
            close();
            onPhoto(photo, isRead);
          }}
        />
      )}
    </>
  );
};

/** The types that a file field offers; the server goes by the bytes. */
const PHOTO_TYPES = "image/jpeg,image/png,image/webp,image/heic,image/heif,image/avif";

type PhotoFieldProps = ComponentProps<"input"> & { label: string; isHidden?: boolean };

/** The file field with its label. */
export const PhotoField = ({ label, isHidden, ...input }: PhotoFieldProps) => (
  <label className={styles.field} aria-hidden={isHidden}>
    <span className={styles.label}>{label}</span>
    <input className={styles.input} type="file" name="photo" accept={PHOTO_TYPES} {...input} />
  </label>
);

/**
 * The same form with only the camera as its source, for phones without JavaScript: `capture` allows nothing
 * else.
 */
export const CameraForm = ({ action, formKey }: { action: string; formKey: string }) => {
  const { texts } = useWords();
  return (
    <form className={styles.cameraForm} method="post" encType="multipart/form-data" action={action}>
      <FormKey value={formKey} />
      <PhotoField label={texts.document.camera} capture="environment" required />
      <button type="submit" className={actions.secondary}>
        {texts.document.cameraSubmit}
      </button>
    </form>
  );
};
