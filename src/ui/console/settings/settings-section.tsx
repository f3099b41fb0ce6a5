"use client";
import type { FormEvent, ReactNode } from "react";
import { Button } from "../../kit/button.tsx";
import { Card } from "../../kit/card.tsx";
import { Notice } from "../../kit/notice.tsx";
import type { Problem } from "../session/problem.ts";

type Props = {
  title: string;
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

/** Settings that are saved together. */
export const SettingsSection = ({
  title,
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
  const isOfField = Object.keys(problem?.issues ?? {}).some((path) =>
    fields.includes(path.split(".")[0] ?? ""),
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isDirty && !isBusy && !isFaulty) onSave();
  };
  return (
    <Card title={title} about={about} isFlush>
      <form aria-label={title} onSubmit={submit}>
        <fieldset disabled={refusal !== null} className="grid min-w-0 gap-5 px-4 pt-1 pb-5">
          {children}
          {problem && !isOfField && <Notice tone="danger">{problem.message}</Notice>}
        </fieldset>
        <footer className="flex min-h-13 flex-wrap items-center justify-end gap-2 rounded-b-lg border-t bg-sunken px-4 py-2">
          <span role="status" className="mr-auto text-xs text-soft">
            {isDirty && "Not saved yet"}
          </span>
          {isDirty && (
            <Button look="ghost" onClick={onDiscard}>
              Discard
            </Button>
          )}
          <Button
            look="primary"
            type="submit"
            isBusy={isBusy}
            refusal={refusal}
            disabled={refusal === null && (!isDirty || isFaulty)}
          >
            Save
          </Button>
        </footer>
      </form>
    </Card>
  );
};
