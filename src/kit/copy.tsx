"use client";
import { Check, Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { buttonStyle, selectText } from "./styles.ts";

const SHOWN_MS = 1800;

/** `refused`: the browser gives this page no clipboard, as on plain http. */
type CopyState = "idle" | "copied" | "refused";

const write = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};

/** Copies a text; `copied` lasts a moment, `refused` until the next try. */
const useCopy = (text: string, onCopied?: () => void): { state: CopyState; copy: () => Promise<void> } => {
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

type CopyButtonProps = {
  text: string;
  label: string;
  /** With a word beside the icon, for text that has to be copied. */
  isMain?: boolean;
  onCopied?: () => void;
};

const onApple = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent);

export const CopyButton = ({ text, label, isMain = false, onCopied }: CopyButtonProps) => {
  const { state, copy } = useCopy(text, onCopied);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (state === "refused" && button.current) selectText(text, button.current);
  }, [state, text]);
  const Icon = state === "copied" ? Check : Copy;
  const isRefused = state === "refused";
  const advice = isRefused ? `Press ${onApple() ? "⌘C" : "Ctrl+C"}` : "";
  const word = state === "copied" ? "Copied" : advice || "Copy";
  return (
    <>
      <button
        ref={button}
        type="button"
        className={buttonStyle(isMain ? "primary" : "ghost", isMain || isRefused ? "sm" : "icon-sm")}
        onClick={copy}
        aria-label={isMain || isRefused ? undefined : label}
      >
        <Icon size={14} aria-hidden="true" className={state === "copied" && !isMain ? "text-ok" : ""} />
        {(isMain || isRefused) && word}
      </button>
      <span role="status" className="sr-only">
        {state === "copied" ? "Copied" : advice && `${advice} to copy. The text is selected.`}
      </span>
    </>
  );
};

/** An id or an address, with a button that copies it. */
export const Copyable = ({ text, label }: { text: string; label: string }) => (
  <span className="inline-flex max-w-full min-w-0 items-center gap-0.5">
    <code className="truncate text-xs" title={text}>
      {text}
    </code>
    <CopyButton text={text} label={`Copy ${label}`} />
  </span>
);
