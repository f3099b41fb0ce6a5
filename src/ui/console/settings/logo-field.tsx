"use client";
import { ImageUp, Trash2 } from "lucide-react";
import { type ChangeEvent, useId, useRef, useState } from "react";
import { LOGO } from "#core/logo.ts";
import { Button } from "../../kit/button.tsx";
import { readLogo } from "./read-logo.ts";

type Props = {
  /** A data URL. */
  logo: string | null;
  refusal: string | null;
  isBusy: boolean;
  error: string | undefined;
  /** Base64 of a PNG; null takes it away. */
  onChange: (png: string | null) => void;
};

/** The logo is kept as soon as it is chosen: there is nothing to compare it with on the way. */
export const LogoField = ({ logo, refusal, isBusy, error, onChange }: Props) => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.item(0);
    if (!file) return;
    const read = await readLogo(file);
    target.value = "";
    setRefused("message" in read ? read.message : null);
    if ("png" in read) onChange(read.png);
  };
  const wrong = refused ?? error;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be switched off with the form around it
    <div role="group" aria-labelledby={id} className="grid gap-1.5">
      <span id={id} className="text-sm font-medium">
        Logo
      </span>
      <div className="flex flex-wrap items-center gap-3">
        <span className="grid h-14 w-24 place-items-center overflow-hidden rounded-md border bg-[#fff] p-1.5">
          {logo ? (
            // biome-ignore lint/performance/noImgElement: a data URL has nothing that could be optimised
            <img src={logo} alt="Current logo" className="max-h-full max-w-full object-contain" />
          ) : (
            <ImageUp size={18} className="text-[#8b8f86]" aria-hidden="true" />
          )}
        </span>
        <input
          ref={input}
          type="file"
          accept="image/png"
          className="hidden"
          tabIndex={-1}
          aria-label="Logo file"
          onChange={choose}
        />
        <Button isBusy={isBusy} refusal={refusal} onClick={() => input.current?.click()}>
          {logo ? "Replace" : "Choose file"}
        </Button>
        {logo && (
          <Button look="ghost" refusal={refusal} onClick={() => onChange(null)}>
            <Trash2 size={14} aria-hidden="true" />
            Remove
          </Button>
        )}
      </div>
      {wrong && (
        <p role="alert" className="text-sm text-danger">
          {wrong}
        </p>
      )}
      <p className="text-xs text-soft">
        PNG, {LOGO.minPixels} to {LOGO.maxPixels} pixels a side, at most {LOGO.maxBytes / 1024} KiB. Saved
        immediately.
      </p>
    </div>
  );
};
