"use client";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { checkBrandColour, contrastOf, luminanceOf } from "#core/brand.ts";
import { Button } from "#kit/button.tsx";
import { Field, TextInput } from "#kit/fields.tsx";

const PAPER = "#ffffff";

/** The page's own colour. */
export const OWN_GREEN = "#0f5b49";

const ratio = (one: string, other: string): string => `${(contrastOf(one, other) ?? 1).toFixed(1)} : 1`;

/** Whether a colour is readable, shown while it is being chosen. */
export const ColourVerdict = ({ colour }: { colour: string }) => {
  const check = checkBrandColour(colour);
  const Icon = check.ok ? CircleCheck : TriangleAlert;
  const verdict = check.ok
    ? `Contrast with the page: ${ratio(colour, PAPER)}. Text on it is ${check.textColour === PAPER ? "white" : "black"}: ${ratio(colour, check.textColour)}.`
    : `${check.message.charAt(0).toUpperCase()}${check.message.slice(1)}.`;
  return (
    <span className={`flex items-start gap-1.5 ${check.ok ? "text-ok" : "text-danger"}`}>
      <Icon size={13} className="mt-0.5 shrink-0" aria-hidden="true" />
      <span>{verdict}</span>
    </span>
  );
};

type Props = {
  /** Null: the page's own colour. */
  value: string | null;
  error: string | undefined;
  onChange: (colour: string | null) => void;
};

const PAUSE_MS = 150;

/** A colour, typed or from the browser's own picker, with an immediate verdict on whether it is readable. */
export const ColourField = ({ value, error, onChange }: Props) => {
  // The announcement to screen readers waits until the picker is at rest.
  const [judged, setJudged] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setJudged(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  const isColour = value === null || luminanceOf(value) !== null;
  return (
    <Field
      label="Colour"
      error={error}
      hint={
        <span aria-live="polite">
          {judged === null ? (
            "Main button, initial and icons: the default green."
          ) : (
            <ColourVerdict colour={judged} />
          )}
        </span>
      }
    >
      {(parts) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label="Choose a colour"
            value={isColour ? (value ?? OWN_GREEN) : OWN_GREEN}
            onChange={(event) => onChange(event.target.value.toLowerCase())}
            className="h-8.5 w-11 shrink-0 cursor-pointer rounded-md border border-line-strong bg-surface p-1 disabled:cursor-default pointer-coarse:h-10"
          />
          <TextInput
            {...parts}
            value={value ?? ""}
            placeholder={OWN_GREEN}
            maxLength={7}
            spellCheck={false}
            autoComplete="off"
            className="max-w-32 font-mono"
            onChange={(event) => onChange(event.target.value.trim().toLowerCase() || null)}
          />
          {value !== null && (
            <Button look="ghost" onClick={() => onChange(null)}>
              Reset
            </Button>
          )}
        </div>
      )}
    </Field>
  );
};
