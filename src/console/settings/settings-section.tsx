"use client";
import {
  createContext,
  Fragment,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useAccess } from "#console/client/access.tsx";
import { SaveForm } from "#console/client/save-form.tsx";
import { LeaveDialog } from "#kit/dialog/leave-dialog.tsx";
import { useLeaveGuard } from "#kit/leave-guard.ts";
import { FIELDS } from "./fields.tsx";
import type { Around } from "./setting-kinds.tsx";
import {
  ABOUT,
  PART_IDS,
  PARTS,
  type PartId,
  type SavedPart,
  type SectionProps,
  type SettingName,
} from "./settings-data.ts";
import { useDraft } from "./use-draft.ts";

type Unsaved = {
  parts: ReadonlySet<PartId>;
  note: (part: PartId, isUnsaved: boolean) => void;
  /** How each section's changes are discarded. */
  discards: Map<PartId, () => void>;
};

const UnsavedContext = createContext<Unsaved>({
  parts: new Set(),
  note: () => undefined,
  discards: new Map(),
});

/** The sections with unsaved changes. */
export const useUnsaved = (): ReadonlySet<PartId> => useContext(UnsavedContext).parts;

/** Records whether a section has unsaved changes, and how they are discarded. */
const useNoteUnsaved = (part: PartId, isUnsaved: boolean, discard: () => void): void => {
  const { note, discards } = useContext(UnsavedContext);
  useEffect(() => {
    discards.set(part, discard);
  });
  useEffect(() => {
    note(part, isUnsaved);
    return () => note(part, false);
  }, [note, part, isUnsaved]);
};

/** Asks before the page is left with changes that would be lost. */
export const UnsavedProvider = ({ children }: { children: ReactNode }) => {
  const [parts, setParts] = useState<ReadonlySet<PartId>>(new Set());
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const [discards] = useState(() => new Map<PartId, () => void>());
  const note = useCallback((part: PartId, isUnsaved: boolean): void => {
    setParts((before) =>
      before.has(part) === isUnsaved
        ? before
        : new Set(PART_IDS.filter((other) => (other === part ? isUnsaved : before.has(other)))),
    );
  }, []);
  const unsaved = useMemo(() => ({ parts, note, discards }), [parts, note, discards]);
  useLeaveGuard(parts.size > 0, (go) => setLeave(() => go));
  return (
    <UnsavedContext value={unsaved}>
      {children}
      <LeaveDialog
        isOpen={leave !== null}
        names={[...parts].map((part) => PARTS[part])}
        onStay={() => setLeave(null)}
        onLeave={() => {
          // What is left on purpose does not come back.
          for (const part of parts) discards.get(part)?.();
          setLeave(null);
          leave?.();
        }}
      />
    </UnsavedContext>
  );
};

type Drawn = Pick<Around, "textOf"> & {
  /** The settings that are next to each other. */
  pairs: ReactNode;
  others: ReactNode;
  isDirty: boolean;
};

type SettingsSectionProps = SectionProps & {
  part: SavedPart;
  /** Absent: the settings one below the other. */
  children?: (drawn: Drawn) => ReactNode;
};

const oneBelowTheOther = ({ pairs, others }: Drawn): ReactNode => (
  <>
    {pairs}
    {others}
  </>
);

/** Settings that are saved together. The Save button appears with the first change. */
export const SettingsSection = ({ settings, part, children = oneBelowTheOther }: SettingsSectionProps) => {
  const { refusal } = useAccess();
  const draft = useDraft(part, settings);
  const { names, isDirty, shown: textOf } = draft;
  useNoteUnsaved(part, isDirty, draft.discard);
  const section = useRef<HTMLDivElement>(null);
  const wasDirty = useRef(isDirty);
  useEffect(() => {
    // The pressed button is gone, so the next key press continues from here.
    if (wasDirty.current && !isDirty && document.activeElement === document.body)
      section.current?.focus({ preventScroll: true });
    wasDirty.current = isDirty;
  }, [isDirty]);
  const isTold = Object.keys(draft.issues).some((path) =>
    names.some((name) => !FIELDS[name].hidesError && path.split(".")[0] === name),
  );
  const draw = (name: SettingName): ReactNode => {
    const onChange = (text: string): void => draft.type(name, text);
    const typing = { value: textOf(name), error: draft.issues[name], onChange };
    return <Fragment key={name}>{FIELDS[name].draw(typing, { settings, textOf })}</Fragment>;
  };
  const narrow = names.filter((name) => FIELDS[name].isNarrow);
  const drawn: Drawn = {
    pairs: narrow.length > 0 && <div className="grid gap-5 sm:grid-cols-2">{narrow.map(draw)}</div>,
    others: names.filter((name) => !narrow.includes(name)).map(draw),
    textOf,
    isDirty,
  };
  return (
    <div ref={section} id={part} tabIndex={-1} className="scroll-mt-16 outline-none! lg:scroll-mt-6">
      <SaveForm
        title={PARTS[part]}
        about={ABOUT[part]}
        isDirty={isDirty}
        isBusy={draft.isBusy}
        restoredAt={draft.restoredAt}
        problem={draft.problem}
        isTold={isTold}
        refusal={refusal("settings.write")}
        fault={draft.isFaulty ? "Correct the marked value first." : null}
        isLong
        onSave={draft.save}
        onDiscard={draft.discard}
        onTake={draft.take}
      >
        {children(drawn)}
      </SaveForm>
    </div>
  );
};
