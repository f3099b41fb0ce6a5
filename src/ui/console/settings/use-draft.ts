"use client";
import { useState } from "react";

export type Draft<Values> = {
  values: Values;
  isDirty: boolean;
  set: (changes: Partial<Values>) => void;
  discard: () => void;
};

/** What is saved, with what was changed in its place: whatever arrives from outside shows where nothing was changed. */
export const useDraft = <Values extends object>(saved: Values): Draft<Values> => {
  const [edits, setEdits] = useState<Partial<Values>>({});
  const values: Values = { ...saved, ...edits };
  return {
    values,
    isDirty: JSON.stringify(values) !== JSON.stringify(saved),
    set: (changes) => setEdits((before) => ({ ...before, ...changes })),
    discard: () => setEdits({}),
  };
};
