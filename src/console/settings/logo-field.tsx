"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ImageUp, Trash2 } from "lucide-react";
import { type ChangeEvent, useId, useRef, useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { problemOf } from "#console/session/problem.ts";
import { checkLogo, LOGO } from "#core/brand.ts";
import { Button } from "#kit/button.tsx";
import { toast } from "#kit/toast.tsx";

export type ReadLogo = { png: string } | { message: string };

/** A chosen file as the service expects it, or why it is refused; checked before it is sent. */
export const readLogo = async (file: File): Promise<ReadLogo> => {
  if (file.size > LOGO.maxBytes) return { message: `Choose a PNG of at most ${LOGO.maxBytes / 1024} KiB.` };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const check = checkLogo(bytes);
  return check.ok
    ? { png: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")) }
    : { message: `This file cannot be used: ${check.message}.` };
};

/**
 * The logo is saved as soon as it is chosen: there is no draft state.
 * @param logo a data URL
 */
export const Logo = ({ logo }: { logo: string | null }) => {
  const refusal = useAccess().refusal("settings.write");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation(
    trpc.settings.setLogo.mutationOptions({
      onSuccess: async (_nothing, { png }) => {
        await queries.invalidateQueries({ queryKey: trpc.settings.get.queryKey() });
        toast.done(png === null ? "Logo removed" : "Logo saved");
      },
    }),
  );
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.item(0);
    if (!file) return;
    const read = await readLogo(file);
    target.value = "";
    setRefused("message" in read ? read.message : null);
    if ("png" in read) mutate(read);
  };
  const wrong = refused ?? (error && problemOf(error).message);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be switched off with the form around it
    <div role="group" aria-labelledby={id} className="grid gap-1.5">
      <span id={id} className="text-sm font-medium">
        Logo
      </span>
      <div className="flex flex-wrap items-center gap-3">
        <span className="grid h-14 w-24 place-items-center overflow-hidden rounded-md border bg-[#fff] p-1.5">
          {logo ? (
            // biome-ignore lint/performance/noImgElement: a data URL has nothing to optimise
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
        <Button isBusy={isPending} refusal={refusal} onClick={() => input.current?.click()}>
          {logo ? "Replace" : "Choose file"}
        </Button>
        {logo && (
          <Button look="ghost" refusal={refusal} onClick={() => mutate({ png: null })}>
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
