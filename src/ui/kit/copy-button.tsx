"use client";
import { Check, Copy } from "lucide-react";
import { type ButtonLook, type ButtonSize, buttonStyle } from "./button-style.ts";
import { useCopy } from "./use-copy.ts";

type Props = { text: string; label: string; look?: ButtonLook; size?: ButtonSize; isWordShown?: boolean };

export const CopyButton = ({ text, label, look = "ghost", size = "icon-sm", isWordShown = false }: Props) => {
  const { isCopied, copy } = useCopy(text);
  const Icon = isCopied ? Check : Copy;
  return (
    <button
      type="button"
      className={buttonStyle(look, size)}
      onClick={copy}
      aria-label={isWordShown ? undefined : label}
    >
      <Icon size={14} aria-hidden="true" className={isCopied ? "text-ok" : ""} />
      {isWordShown && (isCopied ? "Copied" : "Copy")}
      <span role="status" className="sr-only">
        {isCopied ? "Copied" : ""}
      </span>
    </button>
  );
};
