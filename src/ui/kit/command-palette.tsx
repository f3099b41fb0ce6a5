"use client";
import { Search } from "lucide-react";
import { useCallback, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import { type Command, matching } from "./command-list.ts";
import { CommandResults } from "./command-results.tsx";
import { useCommandKeys } from "./use-command-keys.ts";

type Props = {
  isOpen: boolean;
  onClose: () => void;
  typed: string;
  onType: (typed: string) => void;
  commands: readonly Command[];
  /** What the text itself was found to mean. */
  found: readonly Command[];
  /** Something may still be found. */
  isSearching: boolean;
};

/**
 * Type, and go: a combobox over everything that can be reached (WAI-ARIA APG, "Combobox"). The browser's own dialog,
 * so that it is there at once: what is typed right after Ctrl K must not get lost. What is typed shows first; the
 * results follow as soon as there is time.
 */
export const CommandPalette = ({ isOpen, onClose, typed, onType, commands, found, isSearching }: Props) => {
  const listId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  const [active, setActive] = useState(0);
  const results = useMemo(() => [...matching(commands, typed), ...found], [commands, typed, found]);
  const shown = useDeferredValue(isOpen ? results : null);
  const close = useCallback((): void => {
    setActive(0);
    onType("");
    onClose();
  }, [onType, onClose]);
  const run = useCallback(
    (command: Command): void => {
      close();
      command.run();
    },
    [close],
  );
  const { onKeyDown, forget } = useCommandKeys({ results, active, setActive, run, isSearching });
  const type = (text: string): void => {
    forget();
    setActive(0);
    onType(text);
  };
  return (
    <dialog
      ref={dialog}
      aria-label="Search or jump to"
      onClose={close}
      onPointerDown={({ target, currentTarget }) => target === currentTarget && close()}
      className="mx-auto mt-[12vh] w-[min(36rem,calc(100vw-1.5rem))] animate-appear overflow-hidden rounded-xl bg-surface p-0 text-ink shadow-pop backdrop:bg-scrim motion-reduce:animate-none"
    >
      {isOpen && (
        <>
          <div className="flex items-center gap-2.5 border-b px-4">
            <Search size={16} className="shrink-0 text-soft" aria-hidden="true" />
            <input
              role="combobox"
              aria-label="Page, action or id"
              aria-expanded="true"
              aria-controls={listId}
              aria-activedescendant={shown?.[active] ? `${listId}-${active}` : undefined}
              placeholder="Page, action, id or order number"
              value={typed}
              onChange={(event) => type(event.target.value)}
              onKeyDown={onKeyDown}
              autoComplete="off"
              spellCheck={false}
              className="h-12 w-full bg-transparent text-md outline-none! placeholder:text-soft"
            />
          </div>
          <div
            id={listId}
            role="listbox"
            aria-label="Results"
            aria-busy={isSearching}
            className="max-h-[min(24rem,60vh)] overflow-y-auto p-1.5"
          >
            {shown && (
              <CommandResults
                listId={listId}
                commands={shown}
                active={active}
                onPoint={setActive}
                onRun={run}
              />
            )}
            {results.length === 0 && (
              <p role="status" className="px-3 py-6 text-center text-sm text-soft">
                {isSearching ? "Searching…" : "No results"}
              </p>
            )}
          </div>
        </>
      )}
    </dialog>
  );
};
