"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
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
import { useTRPC } from "#console/client/api-provider.tsx";
import { editsAfter } from "#console/client/use-seen.ts";
import { conflictingFields, type Problem, problemOf } from "#console/session/problem.ts";
import { Button } from "#kit/button.tsx";
import { LeaveDialog } from "#kit/dialog/leave-dialog.tsx";
import { useBegun } from "#kit/hooks.ts";
import { useLeaveGuard } from "#kit/leave-guard.ts";
import { Card } from "#kit/page-layout.tsx";
import { ConflictNotice, Notice } from "#kit/states.tsx";
import { toast } from "#kit/toast.tsx";
import {
  PART_IDS,
  PARTS,
  type PartId,
  type SectionProps,
  type SettingsChanges,
  type SettingsData,
} from "./settings-data.ts";

type Unsaved = { parts: ReadonlySet<PartId>; note: (part: PartId, isUnsaved: boolean) => void };

const UnsavedContext = createContext<Unsaved>({ parts: new Set(), note: () => undefined });

/** The sections with unsaved changes. */
export const useUnsaved = (): ReadonlySet<PartId> => useContext(UnsavedContext).parts;

/** Records whether a section has unsaved changes. */
const useNoteUnsaved = (part: PartId, isUnsaved: boolean): void => {
  const { note } = useContext(UnsavedContext);
  useEffect(() => {
    note(part, isUnsaved);
    return () => note(part, false);
  }, [note, part, isUnsaved]);
};

/** Asks before the page is left with changes that would be lost. */
export const UnsavedProvider = ({ children }: { children: ReactNode }) => {
  const [parts, setParts] = useState<ReadonlySet<PartId>>(new Set());
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const note = useCallback((part: PartId, isUnsaved: boolean): void => {
    setParts((before) =>
      before.has(part) === isUnsaved
        ? before
        : new Set(PART_IDS.filter((other) => (other === part ? isUnsaved : before.has(other)))),
    );
  }, []);
  const unsaved = useMemo(() => ({ parts, note }), [parts, note]);
  useLeaveGuard(parts.size > 0, (go) => setLeave(() => go));
  return (
    <UnsavedContext value={unsaved}>
      {children}
      <LeaveDialog
        isOpen={leave !== null}
        names={[...parts].map((part) => PARTS[part])}
        onStay={() => setLeave(null)}
        onLeave={() => {
          setLeave(null);
          leave?.();
        }}
      />
    </UnsavedContext>
  );
};

type Form = {
  isDirty: boolean;
  isBusy: boolean;
  problem: Problem | null;
  /** @param renew after newer settings than those of the form were read */
  save: (changes: SettingsChanges, renew: () => void) => void;
  discard: () => void;
  /** Shows what someone else has saved in the meantime. */
  take: () => void;
};

type SettingsSectionProps = SectionProps & {
  part: PartId;
  about: string;
  form: Form;
  /** A value cannot be saved as it is. */
  isFaulty?: boolean;
  /** The fields that show their own errors. */
  fields: readonly string[];
  /** Every setting of the section as it would be saved. */
  changes: () => SettingsChanges;
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
const only = (names: readonly string[], settings: SettingsData): SettingsChanges["seen"] =>
  JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, Reflect.get(settings, name)]))));

/** Settings that are saved together. The Save button appears with the first change. */
export const SettingsSection = ({
  settings,
  part,
  about,
  form: { isDirty, isBusy, problem, save, discard, take },
  isFaulty = false,
  fields,
  changes,
  children,
}: SettingsSectionProps) => {
  const { refusal } = useAccess();
  const { begun, renew } = useBegun(settings, isDirty);
  useNoteUnsaved(part, isDirty);
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
    else save({ ...next, seen: only(Object.keys(next), begun) }, renew);
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

const without = <Values extends object>(
  edits: Partial<Values>,
  names: readonly string[],
): Partial<Values> => {
  const others: Partial<Values> = { ...edits };
  for (const name of names) Reflect.deleteProperty(others, name);
  return others;
};

/** A section's saved values with the member's edits on top, and the call that saves them. */
export const useDraft = <Values extends object>(saved: Values) => {
  const [edits, setEdits] = useState<Partial<Values>>({});
  const values: Values = { ...saved, ...edits };
  const discard = (): void => setEdits({});
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { mutate, isPending, error, reset } = useMutation(
    trpc.settings.update.mutationOptions({
      onSuccess: (settings) => {
        queries.setQueryData(trpc.settings.get.queryKey(), settings);
        toast.done("Settings saved");
        // Not awaited: anything typed in the meantime would count as saved and be dropped.
        void queries.invalidateQueries({ queryKey: trpc.session.me.queryKey() });
      },
    }),
  );
  const problem = error && problemOf(error);
  const issues = problem?.issues ?? {};
  const take = (): void => {
    reset();
    setEdits((before) => {
      const kept = without<Values>(before, Object.keys(issues));
      // Where fields have other names than their settings, all of the section.
      return Object.keys(kept).length === Object.keys(before).length ? {} : kept;
    });
  };
  return {
    values,
    set: (changes: Partial<Values>): void => setEdits((before) => ({ ...before, ...changes })),
    /** The props of a field named after its setting: the value, its error, and how it changes. */
    field: <Name extends keyof Values & string>(name: Name) => ({
      value: values[name],
      error: issues[name],
      onChange: (value: Values[Name]): void => setEdits((before) => ({ ...before, [name]: value })),
    }),
    form: {
      isDirty: JSON.stringify(values) !== JSON.stringify(saved),
      isBusy: isPending,
      problem,
      save: (changes: SettingsChanges, renew: () => void): void =>
        mutate(changes, {
          onSuccess: () => {
            // What is typed in the meantime stays, and was typed over what is saved now.
            setEdits((before) => editsAfter<Values>(before, edits));
            renew();
          },
          onError: async (failure) => {
            if (problemOf(failure).code !== "CONFLICT") return;
            await queries.invalidateQueries({ queryKey: trpc.settings.get.queryKey() });
            renew();
          },
        }),
      discard,
      take,
    },
  };
};
