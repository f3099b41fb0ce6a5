"use client";
import { useEffect, useState } from "react";
import { Segmented } from "../../kit/segmented.tsx";
import { useMode } from "../use-mode.ts";
import { useUrlState } from "../use-url-state.ts";

const MODES = [
  { value: "live", label: "Live" },
  { value: "test", label: "Test", tone: "test" },
] as const;

/** Which of the tenant's two worlds the console shows, on every page. */
export const ModeSwitch = () => {
  const mode = useMode();
  const [, setUrl] = useUrlState();
  // The choice shows at once; the page follows when it is there.
  const [chosen, setChosen] = useState(mode);
  useEffect(() => setChosen(mode), [mode]);
  return (
    <Segmented
      label="Mode"
      isWide
      value={chosen}
      options={MODES}
      onChange={(next) => {
        setChosen(next);
        setUrl({ mode: next === "test" ? "test" : "" });
      }}
    />
  );
};
