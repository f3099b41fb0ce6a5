"use client";
import { useEffect, useState } from "react";
import styles from "./document-form.module.css";
import { useWords } from "./words-context.tsx";

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
