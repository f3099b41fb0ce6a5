"use client";
import { useEffect, useState } from "react";

const SHOWN_MS = 1800;

/** `refused`: the browser has no clipboard for this page, as on plain http, or keeps it from it. */
export type CopyState = "idle" | "copied" | "refused";

const write = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};

/** Copies a text; `copied` holds for a moment, `refused` until it is tried again. */
export const useCopy = (
  text: string,
  onCopied?: () => void,
): { state: CopyState; copy: () => Promise<void> } => {
  const [state, setState] = useState<CopyState>("idle");
  useEffect(() => {
    if (state !== "copied") return;
    const timer = setTimeout(() => setState("idle"), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (): Promise<void> => {
    const isCopied = await write(text);
    setState(isCopied ? "copied" : "refused");
    if (isCopied) onCopied?.();
  };
  return { state, copy };
};
