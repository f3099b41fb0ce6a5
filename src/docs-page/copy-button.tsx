"use client";
import { useEffect, useState } from "react";
import styles from "./code-block.module.css";

/** Appears only once scripts run, and where the browser gives the page a clipboard: on plain http it does not. */
export const CopyButton = ({ text }: { text: string }) => {
  const [state, setState] = useState<"absent" | "ready" | "copied">("absent");
  useEffect(() => setState("clipboard" in navigator ? "ready" : "absent"), []);
  useEffect(() => {
    if (state !== "copied") return;
    const timer = setTimeout(() => setState("ready"), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  if (state === "absent") return null;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setState("copied");
  };
  return (
    <button type="button" className={styles.copy} onClick={copy}>
      <span aria-live="polite">{state === "copied" ? "Copied" : "Copy"}</span>
    </button>
  );
};
