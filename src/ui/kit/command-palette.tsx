"use client";
import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { type Command, matching } from "./command-list.ts";
import { CommandOption } from "./command-option.tsx";

type Props = {
  isOpen: boolean;
  onClose: () => void;
  commands: readonly Command[];
  /** What the text itself may mean. */
  extra: (typed: string) => Command[];
};

/**
 * Type, and go: a combobox over everything that can be reached (WAI-ARIA APG, "Combobox"). The browser's own dialog,
 * so that it is there at once: what is typed right after Ctrl K must not get lost.
 */
export const CommandPalette = ({ isOpen, onClose, commands, extra }: Props) => {
  const listId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const found = [...extra(typed.trim()), ...matching(commands, typed)];
  const close = (): void => {
    setTyped("");
    setActive(0);
    onClose();
  };
  const run = (command: Command | undefined): void => {
    if (!command) return;
    close();
    command.run();
  };
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter") run(found[active]);
    if (event.key !== "Enter" && step === undefined) return;
    event.preventDefault();
    if (step !== undefined && found.length > 0) setActive((active + step + found.length) % found.length);
  };
  const type = (text: string): void => {
    setTyped(text);
    setActive(0);
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
              aria-activedescendant={found[active] ? `${listId}-${active}` : undefined}
              placeholder="Page, action, or an id such as ver_…"
              value={typed}
              onChange={(event) => type(event.target.value)}
              onKeyDown={move}
              autoComplete="off"
              spellCheck={false}
              className="h-12 w-full bg-transparent text-md outline-none! placeholder:text-soft"
            />
          </div>
          <div
            id={listId}
            role="listbox"
            aria-label="Results"
            className="max-h-[min(24rem,60vh)] overflow-y-auto p-1.5"
          >
            {found.map((command, index) => (
              <CommandOption
                key={command.id}
                id={`${listId}-${index}`}
                command={command}
                isActive={index === active}
                isFirstOfGroup={command.group !== found[index - 1]?.group}
                onPoint={() => setActive(index)}
                onRun={() => run(command)}
              />
            ))}
            {found.length === 0 && (
              <p className="px-3 py-6 text-center text-sm text-soft">Nothing is called that.</p>
            )}
          </div>
        </>
      )}
    </dialog>
  );
};
