import type { ComponentProps, ReactNode } from "react";
import { Checkbox, RadioCards } from "#kit/choices.tsx";
import { SelectField, TextField, WholeNumberField } from "#kit/fields.tsx";
import { dayOptions, type SavedPart, type SettingName, type SettingsData } from "./settings-data.ts";

// As in any form of a browser, a setting is typed as a text. Its kind says what the text stands for, and how it is typed.

/** What a control gets of its setting. */
export type Typing = {
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
};

/** What it can ask about the others. */
export type Around = {
  settings: SettingsData;
  /** A setting as it is typed. */
  textOf: (name: SettingName) => string;
};

type Words<Props> = (around: Around) => Omit<Props, keyof Typing>;
type Labels = { label: string; hint: string };

/** A line of text; an empty one is none. */
export const line = (part: SavedPart, words: Words<ComponentProps<typeof TextField>>) => ({
  part,
  text: (saved: string | null): string => saved ?? "",
  setting: (text: string): string | null => text.trim() || null,
  draw: (typing: Typing, around: Around): ReactNode => <TextField {...words(around)} {...typing} />,
});

export const wholeNumber = (part: SavedPart, words: Labels & { min: number; max: number }) => ({
  part,
  isNarrow: true,
  text: (saved: number): string => String(saved),
  setting: (text: string): number => Number(text),
  draw: (typing: Typing): ReactNode => <WholeNumberField {...words} {...typing} />,
});

/** One of a list. */
export const select = (part: SavedPart, words: Words<ComponentProps<typeof SelectField>>) => ({
  part,
  draw: (typing: Typing, around: Around): ReactNode => <SelectField {...words(around)} {...typing} />,
});

const ON = "on";
export const OFF = "off";

type DaysWords = Labels & { none: string; before?: string; usual: readonly number[] };

/** A usual number of days, the present one, or none. */
export const days = (
  part: SavedPart,
  name: "resultRetentionDays" | "documentReuseDays",
  { none, before, usual, ...labels }: DaysWords,
) => ({
  ...select(part, ({ settings }) => ({
    ...labels,
    options: [{ value: OFF, label: none }, ...dayOptions(usual, settings[name], before)],
  })),
  isNarrow: true,
  text: (saved: number | null | undefined): string => (saved ? String(saved) : OFF),
  setting: (text: string): number | null => (text === OFF ? null : Number(text)),
});

type Card = { name: string; about: string };

/** One of a few, each explained, by the text that stands for it. */
export const cards = (part: SavedPart, label: string, choices: Readonly<Record<string, Card>>) => {
  const options = Object.entries(choices).map(([value, card]) => ({ value, ...card }));
  return {
    part,
    hidesError: true,
    draw: ({ value, onChange }: Typing): ReactNode => (
      <RadioCards label={label} value={value} options={options} onChange={onChange} />
    ),
  };
};

/** Absent: off. */
export const FLAG = {
  text: (saved: boolean | undefined): string => (saved ? ON : OFF),
  setting: (text: string): boolean => text === ON,
};

export const checkbox = (part: SavedPart, labels: Labels) => ({
  part,
  hidesError: true,
  ...FLAG,
  draw: ({ value, onChange }: Typing): ReactNode => (
    <Checkbox
      {...labels}
      checked={value === ON}
      onChange={(event) => onChange(event.target.checked ? ON : OFF)}
    />
  ),
});
