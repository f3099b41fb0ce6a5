"use client";
import { type KeyboardEvent, useEffect, useState } from "react";
import type { Command } from "./command-list.ts";

type Palette = {
  results: readonly Command[];
  active: number;
  setActive: (index: number) => void;
  run: (command: Command) => void;
  isSearching: boolean;
};

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Arrows choose and Enter runs. Enter before anything is found holds until the search is over: a pasted id leads on. */
export const useCommandKeys = ({ results, active, setActive, run, isSearching }: Palette) => {
  const [isWaiting, setIsWaiting] = useState(false);
  const [first] = results;
  useEffect(() => {
    if (!isWaiting || (isSearching && !first)) return;
    setIsWaiting(false);
    if (first) run(first);
  }, [isWaiting, isSearching, first, run]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (event.key !== "Enter" && step === undefined) return;
    event.preventDefault();
    const chosen = results[active];
    if (step !== undefined && results.length > 0) {
      setActive((active + step + results.length) % results.length);
    } else if (event.key === "Enter" && chosen) run(chosen);
    else if (event.key === "Enter") setIsWaiting(true);
  };
  return { onKeyDown, forget: () => setIsWaiting(false) };
};
