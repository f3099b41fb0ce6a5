"use client";
import { clsx } from "clsx";
import { Check, Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type ButtonLook, type ButtonSize, buttonStyle, selectText } from "./styles.ts";

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
  look?: ButtonLook;
  size?: ButtonSize;
  isWordShown?: boolean;
  onCopied?: () => void;
};

const onApple = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent);

export const CopyButton = ({
  text,
  label,
  look = "ghost",
  size = "icon-sm",
  isWordShown = false,
  onCopied,
}: CopyButtonProps) => {
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
        className={buttonStyle(look, isRefused ? "sm" : size)}
        onClick={copy}
        aria-label={isWordShown || isRefused ? undefined : label}
      >
        <Icon size={14} aria-hidden="true" className={state === "copied" && !isWordShown ? "text-ok" : ""} />
        {(isWordShown || isRefused) && word}
      </button>
      <span role="status" className="sr-only">
        {state === "copied" ? "Copied" : advice && `${advice} to copy. The text is selected.`}
      </span>
    </>
  );
};

type CopyableProps = { text: string; label: string; className?: string };

/** An id or an address, with a button that copies it. */
export const Copyable = ({ text, label, className }: CopyableProps) => (
  <span className={clsx("inline-flex max-w-full min-w-0 items-center gap-0.5", className)}>
    <code className="truncate text-xs" title={text}>
      {text}
    </code>
    <CopyButton text={text} label={`Copy ${label}`} />
  </span>
);
