"use client";
import { useSearchParams } from "next/navigation";
import type { Mode } from "#core/verification.ts";
import { Notice } from "#kit/states.tsx";
import { modeOf } from "./paths.ts";
import { useUrlState } from "./use-url-state.ts";

/** The console's mode on this page. */
export const useMode = (): Mode => modeOf(useSearchParams().get("mode"));

type Props = { thing: string; mode: Mode };

/** Shown on the page of an object from the other mode. */
export const ModeNotice = ({ thing, mode }: Props) => {
  const [, setUrl] = useUrlState();
  if (mode === useMode()) return null;
  return (
    <div className="mb-4">
      <Notice>
        This {thing} is in {mode} mode.{" "}
        <button
          type="button"
          className="cursor-pointer font-medium underline underline-offset-2"
          onClick={() => setUrl({ mode: mode === "test" ? "test" : "" })}
        >
          Switch to {mode} mode
        </button>
      </Notice>
    </div>
  );
};
