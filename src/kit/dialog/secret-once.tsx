"use client";
import { clsx } from "clsx";
import { type ReactNode, useState } from "react";
import { Button } from "#kit/button.tsx";
import { CopyButton } from "#kit/copy.tsx";
import { Notice } from "#kit/states.tsx";
import { DialogActions, useDialogHold } from "./dialog-parts.tsx";

type Props = {
  /** `API key`, `Signing secret`. */
  label: string;
  secret: string;
  note: string;
  /** To be read out or copied by hand. */
  isLarge?: boolean;
  onDone: () => void;
  children?: ReactNode;
};

/**
 * Shows a secret once, in a dialog. Escape, a press outside and links are held until the secret is copied or the
 * member says that it is stored.
 */
export const SecretOnce = ({ label, secret, note, isLarge = false, onDone, children }: Props) => {
  const [isCopied, setIsCopied] = useState(false);
  useDialogHold(
    isCopied ? null : "Copy this first, or choose “I have stored it”. You will not be able to see it again.",
  );
  return (
    <div className="grid min-w-0 gap-4">
      <div className="grid gap-3">
        <div className="grid gap-1.5">
          <span className="text-sm font-medium">{label}</span>
          <div className="flex items-center gap-2 rounded-md border border-line-strong bg-sunken py-1 pr-1 pl-3">
            <code
              className={clsx(
                "min-w-0 grow",
                isLarge ? "text-xl tracking-wider whitespace-nowrap" : "text-xs break-all",
              )}
              data-secret
            >
              {secret}
            </code>
            <CopyButton text={secret} label={`Copy ${label}`} isMain onCopied={() => setIsCopied(true)} />
          </div>
        </div>
        <Notice tone="warn">{note}</Notice>
      </div>
      {children}
      <DialogActions>
        <Button look={isCopied ? "primary" : "secondary"} onClick={onDone}>
          {isCopied ? "Done" : "I have stored it"}
        </Button>
      </DialogActions>
    </div>
  );
};
