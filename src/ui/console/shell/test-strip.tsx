"use client";
import { FlaskConical } from "lucide-react";
import { useMode } from "../use-mode.ts";
import { useUrlState } from "../use-url-state.ts";

/** On every page while the console is in test mode. */
export const TestStrip = () => {
  const mode = useMode();
  const [, setUrl] = useUrlState();
  return mode === "live" ? null : (
    <section
      aria-label="Test mode"
      className="sticky top-13 z-20 flex min-h-9 items-center gap-2 border-b bg-test px-4 py-1 text-sm text-on-test sm:px-6 lg:top-0 lg:px-8"
    >
      <FlaskConical size={15} className="shrink-0" aria-hidden="true" />
      <p className="min-w-0 grow">
        <strong className="font-semibold">Test mode.</strong> You are looking at test data.
      </p>
      <button
        type="button"
        onClick={() => setUrl({ mode: "" })}
        className="h-7 shrink-0 cursor-pointer rounded-sm px-2 font-medium underline underline-offset-2 pointer-coarse:h-10"
      >
        Exit test mode
      </button>
    </section>
  );
};
