"use client";
import {
  createContext,
  type FormEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useAccess } from "#console/client/access.tsx";
import { conflictingFields } from "#console/session/problem.ts";
import { Button } from "#kit/button.tsx";
import { LeaveDialog } from "#kit/dialog/leave-dialog.tsx";
import { useBegun } from "#kit/hooks.ts";
import { Restored } from "#kit/kept/restored.tsx";
import { useLeaveGuard } from "#kit/leave-guard.ts";
import { Card } from "#kit/page-layout.tsx";
import { ConflictNotice, Notice } from "#kit/states.tsx";
import {
  PART_IDS,
  PARTS,
  type PartId,
  type SectionProps,
  type SettingsChanges,
  type SettingsData,
} from "./settings-data.ts";
import type { SectionForm } from "./use-draft.ts";

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

type SettingsSectionProps = SectionProps & {
  part: PartId;
  about: string;
  form: SectionForm;
  /** A value cannot be saved as it is. */
  isFaulty?: boolean;
  /** The fields that show their own errors. */
  fields: readonly string[];
  children: ReactNode;
};

/** Leaves out the settings that stay the same. */
const changed = (settings: SettingsData, next: SettingsChanges): SettingsChanges =>
  JSON.parse(
    JSON.stringify(next, (name, value: unknown) =>
      JSON.stringify(value) === JSON.stringify(Reflect.get(settings, name)) ? undefined : value,
    ),
  );

/** The named settings as they were. */
const only = (names: readonly string[], settings: object): SettingsChanges["seen"] =>
  JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, Reflect.get(settings, name)]))));

/** Settings that are saved together. The Save button appears with the first change. */
export const SettingsSection = ({
  settings,
  part,
  about,
  form: { isDirty, isBusy, restoredAt, problem, changes, before, save, discard, take },
  isFaulty = false,
  fields,
  children,
}: SettingsSectionProps) => {
  const { refusal } = useAccess();
  const { begun, renew } = useBegun(settings, isDirty);
  useNoteUnsaved(part, isDirty, discard);
  const title = PARTS[part];
  const section = useRef<HTMLDivElement>(null);
  const wasDirty = useRef(isDirty);
  useEffect(() => {
    // The pressed button is gone, so the next key press continues from here.
    if (wasDirty.current && !isDirty && document.activeElement === document.body)
      section.current?.focus({ preventScroll: true });
    wasDirty.current = isDirty;
  }, [isDirty]);
  const isOfField = Object.keys(problem?.issues ?? {}).some((path) =>
    fields.includes(path.split(".")[0] ?? ""),
  );
  const conflict = problem !== null && conflictingFields(problem).length > 0 ? problem.message : null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isDirty || isBusy || isFaulty) return;
    const next = changed(settings, changes());
    if (Object.keys(next).length === 0) discard();
    else save({ ...next, seen: only(Object.keys(next), before(begun)) }, renew);
  };
  return (
    <div ref={section} id={part} tabIndex={-1} className="scroll-mt-16 outline-none! lg:scroll-mt-6">
      <Card title={title} about={about} isFlush>
        <form aria-label={title} onSubmit={submit}>
          <fieldset
            disabled={refusal("settings.write") !== null}
            className="grid min-w-0 gap-5 px-4 pt-1 pb-5"
          >
            {children}
            {conflict !== null && <ConflictNotice message={conflict} onTake={take} />}
            {problem && conflict === null && !isOfField && <Notice tone="danger">{problem.message}</Notice>}
          </fieldset>
          {isDirty && (
            <footer className="sticky bottom-0 z-10 flex min-h-13 flex-wrap items-center justify-end gap-2 rounded-b-lg border-t bg-warn-soft px-4 py-2">
              <span role="status" className="mr-auto text-sm font-medium text-warn">
                Not saved yet
              </span>
              <span className="text-xs text-soft">
                <Restored at={restoredAt} />
              </span>
              <Button onClick={discard}>Discard</Button>
              <Button
                look="primary"
                type="submit"
                isBusy={isBusy}
                refusal={isFaulty ? "Correct the marked value first." : null}
              >
                Save
              </Button>
            </footer>
          )}
        </form>
      </Card>
    </div>
  );
};
