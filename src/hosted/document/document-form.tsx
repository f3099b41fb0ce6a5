"use client";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { FormKey, SendingStatus } from "#hosted/evidence/sending-status.tsx";
import { shrinkPhoto } from "#hosted/evidence/shrink-photo.ts";
import { type EvidenceForm, useEvidence } from "#hosted/evidence/use-evidence.ts";
import actions from "#hosted/frame/actions.module.css";
import { ProblemNotice } from "#hosted/frame/problem-notice.tsx";
import { useWords } from "#hosted/frame/words-context.tsx";
import styles from "./document-form.module.css";
import { CameraForm, PhotoField, PhotoWays } from "./photo-ways.tsx";

/** The chosen photo, from this device's memory: nothing has been sent yet. */
const PhotoPreview = ({ photo }: { photo: File }) => {
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

/**
 * A plain form that posts a photo. With JavaScript it shows the photo first, shrinks a huge one, shows the
 * upload's progress and stays on the page.
 */
export const DocumentForm = (form: EvidenceForm) => {
  const { action, problem, attemptsLeft, formKey } = form;
  const { texts } = useWords();
  const input = useRef<HTMLInputElement>(null);
  const [photo, setPhoto] = useState<File | null>(null);
  const [isEnhanced, setEnhanced] = useState(false);
  const { isBusy, isPreparing, sending, refusal, submit } = useEvidence(form);
  const submitButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    setEnhanced(true);
    // The photo may have been chosen before the scripts ran.
    setPhoto(input.current?.files?.[0] ?? null);
  }, []);
  // The pressed button disappeared with the choice, so the focus moves to the next step.
  useEffect(() => {
    if (photo) submitButton.current?.focus();
  }, [photo]);
  const shown = refusal ?? problem;

  const pick = (capture: boolean): void => {
    if (!input.current || isBusy) return;
    if (capture) input.current.setAttribute("capture", "environment");
    else input.current.removeAttribute("capture");
    input.current.click();
  };

  /** A photo that was read in the camera is sent at once; one taken with the button is shown first. */
  const take = (picture: Blob, isRead: boolean): void => {
    if (isRead) void submit(picture, async () => picture);
    else setPhoto(new File([picture], "photo.jpg", { type: picture.type }));
  };

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!photo) return pick(false);
    if (!(await submit(photo, () => shrinkPhoto(photo)))) return;
    setPhoto(null);
    if (input.current) input.current.value = "";
  };

  return (
    <div>
      {shown && !isBusy && (
        <ProblemNotice
          key={refusal ? "refused" : `${shown.code}-${attemptsLeft}`}
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
        <FormKey value={formKey} />
        {photo && <PhotoPreview photo={photo} />}
        <PhotoField
          ref={input}
          label={texts.document.field}
          isHidden={isEnhanced}
          // The camera's photo is not in this field.
          required={!photo}
          tabIndex={isEnhanced ? -1 : undefined}
          onChange={({ target }) => setPhoto(target.files?.[0] ?? null)}
        />
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
        <SendingStatus {...sending} preparing={isPreparing ? texts.document.preparing : null} />
        {!photo && <p className={styles.formats}>{texts.document.formats}</p>}
      </form>
      <noscript>
        <CameraForm action={action} formKey={formKey} />
      </noscript>
    </div>
  );
};
