"use client";
import { useEffect, useState } from "react";

const SHOWN_MS = 1800;

/** Copies a text; `isCopied` holds for a moment. */
export const useCopy = (text: string): { isCopied: boolean; copy: () => Promise<void> } => {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
  };
  return { isCopied, copy };
};
