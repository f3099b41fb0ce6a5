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
import { useTRPC } from "#console/client/api-provider.tsx";
import { type Problem, problemOf } from "#console/session/problem.ts";
import { Button } from "#kit/button.tsx";
import { Dialog } from "#kit/dialog/dialog.tsx";
import { DialogActions } from "#kit/dialog/dialog-parts.tsx";
import { useLeaveGuard } from "#kit/leave-guard.ts";
import { Card } from "#kit/page-layout.tsx";
import { Notice } from "#kit/states.tsx";
import { useToast } from "#kit/toast.tsx";
import { PART_IDS, PARTS, type PartId, type Saving } from "./settings-data.ts";

type LeaveDialogProps = {
  isOpen: boolean;
  names: readonly string[];
  onStay: () => void;
  onLeave: () => void;
};

/** Before changes are lost. */
export const LeaveDialog = ({ isOpen, names, onStay, onLeave }: LeaveDialogProps) => (
  <Dialog
    isOpen={isOpen}
    onClose={onStay}
    title="Leave without saving?"
    about={`You have unsaved changes in ${names.join(" and ")}. They will be lost if you leave this page.`}
  >
    <DialogActions>
      <Button onClick={onStay}>Stay on this page</Button>
      <Button look="danger" onClick={onLeave}>
        Leave without saving
      </Button>
    </DialogActions>
  </Dialog>
);

type Unsaved = { parts: ReadonlySet<PartId>; note: (part: PartId, isUnsaved: boolean) => void };

const UnsavedContext = createContext<Unsaved>({ parts: new Set(), note: () => undefined });

/** Which sections have changes that are not saved. */
export const useUnsaved = (): ReadonlySet<PartId> => useContext(UnsavedContext).parts;

/** Of a section: whether it has any now. */
export const useNoteUnsaved = (part: PartId, isUnsaved: boolean): void => {
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

type SettingsSectionProps = {
  part: PartId;
  about: string;
  /** Why the member may not change it. */
  refusal: string | null;
  isDirty: boolean;
  /** Something in it cannot be saved as it is. */
  isFaulty?: boolean;
  isBusy: boolean;
  problem: Problem | null;
  /** Whose errors stand beside them. */
  fields: readonly string[];
  onSave: () => void;
  onDiscard: () => void;
  children: ReactNode;
};

/** Settings that are saved together. How to save them shows once there is something to save. */
export const SettingsSection = ({
  part,
  about,
  refusal,
  isDirty,
  isFaulty = false,
  isBusy,
  problem,
  fields,
  onSave,
  onDiscard,
  children,
}: SettingsSectionProps) => {
  useNoteUnsaved(part, isDirty);
  const title = PARTS[part];
  const section = useRef<HTMLDivElement>(null);
  const wasDirty = useRef(isDirty);
  useEffect(() => {
    // The button that was pressed is gone: the next key press goes on from here.
    if (wasDirty.current && !isDirty && document.activeElement === document.body)
      section.current?.focus({ preventScroll: true });
    wasDirty.current = isDirty;
  }, [isDirty]);
  const isOfField = Object.keys(problem?.issues ?? {}).some((path) =>
    fields.includes(path.split(".")[0] ?? ""),
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isDirty && !isBusy && !isFaulty) onSave();
  };
  return (
    <div ref={section} id={part} tabIndex={-1} className="scroll-mt-16 outline-none! lg:scroll-mt-6">
      <Card title={title} about={about} isFlush>
        <form aria-label={title} onSubmit={submit}>
          <fieldset disabled={refusal !== null} className="grid min-w-0 gap-5 px-4 pt-1 pb-5">
            {children}
            {problem && !isOfField && <Notice tone="danger">{problem.message}</Notice>}
          </fieldset>
          {isDirty && (
            <footer className="sticky bottom-0 z-10 flex min-h-13 flex-wrap items-center justify-end gap-2 rounded-b-lg border-t bg-warn-soft px-4 py-2">
              <span role="status" className="mr-auto text-sm font-medium text-warn">
                Not saved yet
              </span>
              <Button onClick={onDiscard}>Discard</Button>
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

export type Draft<Values> = {
  values: Values;
  isDirty: boolean;
  set: (changes: Partial<Values>) => void;
  discard: () => void;
};

/** What is saved, with what was changed in its place: whatever arrives from outside shows where nothing was changed. */
export const useDraft = <Values extends object>(saved: Values): Draft<Values> => {
  const [edits, setEdits] = useState<Partial<Values>>({});
  const values: Values = { ...saved, ...edits };
  return {
    values,
    isDirty: JSON.stringify(values) !== JSON.stringify(saved),
    set: (changes) => setEdits((before) => ({ ...before, ...changes })),
    discard: () => setEdits({}),
  };
};

/** One section's way to the service: its own waiting and its own errors. */
export const useSaving = (): Saving => {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const { mutate, isPending, error } = useMutation(
    trpc.settings.update.mutationOptions({
      onSuccess: (settings) => {
        queries.setQueryData(trpc.settings.get.queryKey(), settings);
        toast.done("Settings saved");
        // Not waited for: what is typed meanwhile would be taken for what was saved, and dropped.
        void queries.invalidateQueries({ queryKey: trpc.session.me.queryKey() });
      },
    }),
  );
  return {
    isBusy: isPending,
    problem: error && problemOf(error),
    save: (changes, onSaved) => mutate(changes, { onSuccess: onSaved }),
  };
};
