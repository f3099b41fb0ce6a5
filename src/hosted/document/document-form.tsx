"use client";
import { type FormEvent, useEffect, useRef, useState } from "react";
import actions from "#hosted/frame/actions.module.css";
import { useWords } from "#hosted/frame/words-context.tsx";
import { ProblemNotice } from "#hosted/screens/problem-notice.tsx";
import type { Problem } from "#hosted/view.ts";
import styles from "./document-form.module.css";
import { CameraForm, PHOTO_TYPES, PhotoWays } from "./photo-ways.tsx";
import { shrinkPhoto } from "./send-evidence.ts";
import { type Phase, useEvidence } from "./use-evidence.ts";

/** The chosen photo, from this device's memory: nothing has been sent yet. */
export const PhotoPreview = ({ photo }: { photo: File }) => {
  const { texts } = useWords();
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(photo);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [photo]);
  return (
    <figure className={styles.preview}>
      {/* biome-ignore lint/performance/noImgElement: a blob on this device; nothing to optimise on a server */}
      {url && <img src={url} alt="" />}
      <figcaption>{texts.document.preview}</figcaption>
    </figure>
  );
};

/** How far it is. The words are announced; the bar is for the eyes. Always there, so that it is live in time. */
export const SendingStatus = ({ phase, share }: { phase: Phase; share: number }) => {
  const { texts } = useWords();
  const { preparing, sending, checking } = texts.document;
  const waiting = texts.offline.unsent;
  const said: Record<Phase, string> = { ready: "", preparing, sending, waiting, checking };
  return (
    <div className={styles.status} data-phase={phase}>
      <p role="status">{said[phase]}</p>
      {phase === "sending" && <progress value={share} max={1} aria-hidden="true" />}
      {(phase === "preparing" || phase === "checking") && <progress aria-hidden="true" />}
    </div>
  );
};

type DocumentFormProps = {
  action: string;
  pagePath: string;
  problem: Problem | null;
  attemptsLeft: number;
};

/**
 * A plain form that posts a photo. With JavaScript it shows the photo first, makes a huge one smaller, tells how
 * far the upload is and stays on the page.
 */
export const DocumentForm = ({ action, pagePath, problem, attemptsLeft }: DocumentFormProps) => {
  const { texts } = useWords();
  const input = useRef<HTMLInputElement>(null);
  const [photo, setPhoto] = useState<File | null>(null);
  const [isEnhanced, setEnhanced] = useState(false);
  const { phase, share, refusal, submit } = useEvidence(action, pagePath, attemptsLeft);
  const submitButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    setEnhanced(true);
    // Chosen before the scripts were here.
    setPhoto(input.current?.files?.[0] ?? null);
  }, []);
  // The button that was pressed has gone with the choice: the focus goes where the way goes on.
  useEffect(() => {
    if (photo) submitButton.current?.focus();
  }, [photo]);
  const isBusy = phase !== "ready";
  const shown = refusal ?? problem;

  const pick = (capture: boolean): void => {
    if (!input.current || isBusy) return;
    if (capture) input.current.setAttribute("capture", "environment");
    else input.current.removeAttribute("capture");
    input.current.click();
  };

  /** What the camera has read goes out at once; what the person took by the button is looked at first. */
  const take = (picture: Blob, isRead: boolean): void => {
    if (isRead) void submit(async () => picture);
    else setPhoto(new File([picture], "photo.jpg", { type: picture.type }));
  };

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!photo) return pick(false);
    if (!(await submit(() => shrinkPhoto(photo)))) return;
    setPhoto(null);
    if (input.current) input.current.value = "";
  };

  return (
    <div>
      {shown && !isBusy && (
        <ProblemNotice
          key={refusal ? `refused-${refusal.number}` : `${shown.code}-${attemptsLeft}`}
          problem={shown}
          attemptsLeft={attemptsLeft}
        />
      )}
      <form
        className={styles.form}
        data-enhanced={isEnhanced}
        method="post"
        encType="multipart/form-data"
        action={action}
        onSubmit={send}
      >
        {photo && <PhotoPreview photo={photo} />}
        <label className={styles.field} aria-hidden={isEnhanced}>
          <span className={styles.label}>{texts.document.field}</span>
          <input
            ref={input}
            className={styles.input}
            type="file"
            name="photo"
            accept={PHOTO_TYPES}
            // A photo of the camera's is none of this field's.
            required={!photo}
            tabIndex={isEnhanced ? -1 : undefined}
            onChange={({ target }) => setPhoto(target.files?.[0] ?? null)}
          />
        </label>
        {isEnhanced && !photo && <PhotoWays isBusy={isBusy} onPick={pick} onPhoto={take} />}
        {(photo || !isEnhanced) && (
          <button ref={submitButton} type="submit" className={actions.primary} aria-disabled={isBusy}>
            {texts.document.submit}
          </button>
        )}
        {photo && !isBusy && (
          <button type="button" className={actions.quiet} onClick={() => pick(false)}>
            {texts.document.chooseOther}
          </button>
        )}
        <SendingStatus phase={phase} share={share} />
        {!photo && <p className={styles.formats}>{texts.document.formats}</p>}
      </form>
      <noscript>
        <CameraForm action={action} />
      </noscript>
    </div>
  );
};
