"use client";
import { Check, Copy } from "lucide-react";
import { useEffect, useRef } from "react";
import { type ButtonLook, type ButtonSize, buttonStyle } from "./button-style.ts";
import { selectText } from "./select-text.ts";
import { useCopy } from "./use-copy.ts";

type Props = {
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
}: Props) => {
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
