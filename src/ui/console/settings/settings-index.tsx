"use client";
import { type MouseEvent, useEffect } from "react";
import { PART_IDS, PARTS, type PartId } from "./settings-parts.ts";
import { useUnsaved } from "./unsaved.tsx";

const goTo = (event: MouseEvent, id: PartId): void => {
  const section = document.getElementById(id);
  if (!section) return;
  // Done by hand, so that the way back leads to the page before, not to the section before.
  event.preventDefault();
  window.history.replaceState(null, "", `#${id}`);
  section.scrollIntoView();
  section.focus({ preventScroll: true });
};

/** What is on the page, and where something waits to be saved. */
export const SettingsIndex = () => {
  const unsaved = useUnsaved();
  useEffect(() => {
    // The sections can have come after the browser looked for the address's one.
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <nav
      aria-label="Settings"
      className="-mx-1 overflow-x-auto px-1 lg:sticky lg:top-7 lg:mx-0 lg:self-start lg:overflow-visible lg:px-0"
    >
      <ul className="flex gap-1 lg:grid">
        {PART_IDS.map((id) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => goTo(event, id)}
              className="focus-inset flex h-8 items-center gap-2 rounded-md px-2.5 text-sm whitespace-nowrap text-soft no-underline hover:bg-hover hover:text-ink pointer-coarse:h-11"
            >
              {PARTS[id]}
              {unsaved.has(id) && (
                <span className="rounded-xs bg-warn-soft px-1 text-2xs font-medium text-warn">unsaved</span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
};
