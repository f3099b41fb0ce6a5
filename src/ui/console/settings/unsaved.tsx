"use client";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { useLeaveGuard } from "../../kit/use-leave-guard.ts";
import { LeaveDialog } from "./leave-dialog.tsx";
import { PART_IDS, PARTS, type PartId } from "./settings-parts.ts";

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
