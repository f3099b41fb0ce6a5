"use client";
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { Button } from "../../kit/button.tsx";
import { Card } from "../../kit/card.tsx";
import { Notice } from "../../kit/notice.tsx";
import type { Problem } from "../session/problem.ts";
import { PARTS, type PartId } from "./settings-parts.ts";
import { useNoteUnsaved } from "./unsaved.tsx";

type Props = {
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
}: Props) => {
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
