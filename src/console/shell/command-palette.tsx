"use client";
import { CornerDownLeft, type LucideIcon, Search } from "lucide-react";
import {
  type KeyboardEvent,
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";

export type Command = {
  id: string;
  group: string;
  name: string;
  /** What it is, in a word or two. */
  note?: string;
  Icon: LucideIcon;
  run: () => void;
};

/** Commands that contain every typed word; those that start with the first word come first. */
export const matching = (commands: readonly Command[], typed: string): Command[] => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const [first = ""] = words;
  const rank = ({ name }: Command): number => (name.toLowerCase().startsWith(first) ? 0 : 1);
  return commands
    .filter(({ name, group }) => words.every((word) => `${group} ${name}`.toLowerCase().includes(word)))
    .sort((a, b) => (words.length === 0 ? 0 : rank(a) - rank(b)));
};

type CommandOptionProps = {
  id: string;
  index: number;
  command: Command;
  isActive: boolean;
  isFirstOfGroup: boolean;
  onPoint: (index: number) => void;
  onRun: (command: Command) => void;
};

const CommandOption = memo(
  ({ id, index, command, isActive, isFirstOfGroup, onPoint, onRun }: CommandOptionProps) => {
    const { name, note, group, Icon } = command;
    const ref = useRef<HTMLDivElement>(null);
    useEffect(() => {
      if (isActive) ref.current?.scrollIntoView({ block: "nearest" });
    }, [isActive]);
    return (
      <>
        {isFirstOfGroup && (
          <p role="presentation" className="px-2.5 pt-2.5 pb-1 text-xs font-medium text-soft">
            {group}
          </p>
        )}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the text field above has the focus and handles the keys */}
        <div
          ref={ref}
          id={id}
          role="option"
          tabIndex={-1}
          aria-selected={isActive}
          onPointerMove={() => onPoint(index)}
          onClick={() => onRun(command)}
          className={`flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2.5 text-sm pointer-coarse:min-h-11 ${isActive ? "bg-hover" : ""}`}
        >
          <Icon size={15} className="shrink-0 text-soft" aria-hidden="true" />
          <span className="min-w-0 grow truncate">{name}</span>
          {note && <span className="shrink-0 text-xs text-soft">{note}</span>}
          {isActive && <CornerDownLeft size={13} className="text-soft" aria-hidden="true" />}
        </div>
      </>
    );
  },
);

type CommandResultsProps = {
  listId: string;
  commands: readonly Command[];
  active: number;
  onPoint: (index: number) => void;
  onRun: (command: Command) => void;
};

/** The matching commands in their groups. Rendered again only when they or the active command change. */
const CommandResults = memo(({ listId, commands, active, onPoint, onRun }: CommandResultsProps) =>
  commands.map((command, index) => (
    <CommandOption
      key={command.id}
      id={`${listId}-${index}`}
      index={index}
      command={command}
      isActive={index === active}
      isFirstOfGroup={command.group !== commands[index - 1]?.group}
      onPoint={onPoint}
      onRun={onRun}
    />
  )),
);

type Palette = {
  results: readonly Command[];
  active: number;
  setActive: (index: number) => void;
  run: (command: Command) => void;
  isSearching: boolean;
};

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Arrow keys choose, Enter runs. Enter during a search waits for its result, so that a pasted id opens. */
const useCommandKeys = ({ results, active, setActive, run, isSearching }: Palette) => {
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

type CommandPaletteProps = {
  isOpen: boolean;
  onClose: () => void;
  typed: string;
  onType: (typed: string) => void;
  commands: readonly Command[];
  /** Search results for the text. */
  found: readonly Command[];
  /** More results may still arrive. */
  isSearching: boolean;
  /** What can be typed; absent: what a tenant's console knows. */
  words?: { label: string; placeholder: string };
};

/**
 * A combobox over every page and action (WAI-ARIA APG, "Combobox"). It uses the browser's own dialog, which
 * opens at once: text typed right after Ctrl K must not get lost. Typed text shows first; results follow when
 * the browser is idle.
 */
export const CommandPalette = ({
  isOpen,
  onClose,
  typed,
  onType,
  commands,
  found,
  isSearching,
  words = { label: "Page, action or id", placeholder: "Page, action, id or order number" },
}: CommandPaletteProps) => {
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
              aria-label={words.label}
              aria-expanded="true"
              aria-controls={listId}
              aria-activedescendant={shown?.[active] ? `${listId}-${active}` : undefined}
              placeholder={words.placeholder}
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
