"use client";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { codesOf } from "#core/policy/advice.ts";
import type { Lint } from "#core/policy/lints.ts";
import type { Policy } from "#core/policy/policy.ts";
import { Checkbox, CheckboxGroup } from "#kit/choices.tsx";
import { FormDialog } from "#kit/dialog/dialog.tsx";
import { TextAreaField } from "#kit/fields.tsx";
import type { Version } from "./draft.ts";
import { Changes, groupedLints } from "./findings.tsx";

/** The codes of the findings in one box, which has the code that they share. */
const codesUnder = (lints: readonly Lint[], code: string): string[] => [
  ...new Set(lints.flatMap((lint) => (lint.code === code ? codesOf(lint) : []))),
];

type WarningsProps = {
  lints: readonly Lint[];
  accepted: ReadonlySet<string>;
  onChange: (accepted: ReadonlySet<string>) => void;
};

/** Each warning with a box to accept it and all that is part of it, by their codes. */
const Warnings = ({ lints, accepted, onChange }: WarningsProps) => {
  const warnings = groupedLints(lints);
  const codes = [...new Set(warnings.map(({ item }) => item.code))];
  return (
    <CheckboxGroup label="Warnings to accept">
      {codes.map((code) => (
        <Checkbox
          key={code}
          label={[...new Set(warnings.flatMap(({ item }) => (item.code === code ? item.message : [])))].join(
            " ",
          )}
          hint={codesUnder(lints, code).join(", ")}
          checked={accepted.has(code)}
          onChange={() =>
            onChange(
              new Set(accepted.has(code) ? [...accepted].filter((one) => one !== code) : [...accepted, code]),
            )
          }
        />
      ))}
    </CheckboxGroup>
  );
};

const useWords = (lints: readonly Lint[]) => {
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set());
  const [note, setNote] = useState("");
  const acceptedWarnings = [...new Set([...accepted].flatMap((code) => codesUnder(lints, code)))];
  return {
    accepted,
    setAccepted,
    note,
    setNote,
    isComplete: lints.every(({ code }) => accepted.has(code)),
    input: { acceptedWarnings, note: note.trim() === "" ? null : note.trim() },
  };
};

type ContentProps = {
  before: Policy;
  after: Policy;
  lints: readonly Lint[];
  words: ReturnType<typeof useWords>;
};

/** The changes, the warnings to accept, and the reason for publishing. */
const Content = ({ before, after, lints, words }: ContentProps) => (
  <>
    <Changes before={before} after={after} />
    {lints.length > 0 && <Warnings lints={lints} accepted={words.accepted} onChange={words.setAccepted} />}
    <TextAreaField
      label="Note (optional)"
      hint="Why you are making this change. Everyone in the tenant can read it."
      value={words.note}
      maxLength={500}
      onChange={words.setNote}
    />
  </>
);

type PublishProps = {
  isOpen: boolean;
  /** The policy in force: the current version, or the settings if there is none. */
  current: Policy;
  /** The version in force when the draft began; null: none was. */
  basedOn: string | null;
  policy: Policy;
  packIds: readonly string[];
  /** Warnings only. */
  lints: readonly Lint[];
  onClose: () => void;
  onPublished: () => void;
};

export const PublishDialog = ({
  isOpen,
  current,
  basedOn,
  policy,
  packIds,
  lints,
  onClose,
  onPublished,
}: PublishProps) => {
  const { policies } = useTRPC();
  const words = useWords(lints);
  const call = useDialogCall(policies.publish.mutationOptions(), onClose, {
    done: ({ number }) => {
      onPublished();
      words.setAccepted(new Set());
      words.setNote("");
      return [`Version ${number} published`, "It applies to new verifications."];
    },
  });
  return (
    <FormDialog
      isOpen={isOpen}
      title="Publish this policy?"
      about="Applies to new verifications. Those in progress keep their current policy."
      action="Publish"
      call={call}
      isComplete={words.isComplete}
      onSubmit={() => call.mutate({ policy, packIds: [...packIds], basedOn, ...words.input })}
    >
      <Content before={current} after={policy} lints={lints} words={words} />
    </FormDialog>
  );
};

type RollBackProps = {
  version: (Version & { policy: Policy }) | null;
  current: Policy;
  basedOn: string | null;
  /** Warnings that the version did not have when it was published. */
  lints: readonly Lint[];
  onClose: () => void;
  onPublished: () => void;
};

export const RollBackDialog = ({ version, current, basedOn, lints, onClose, onPublished }: RollBackProps) => {
  const { policies } = useTRPC();
  const words = useWords(lints);
  const call = useDialogCall(policies.rollBack.mutationOptions(), onClose, {
    done: ({ number }) => {
      onPublished();
      return [`Version ${number} published`, "It has the content of the earlier version."];
    },
  });
  return (
    <FormDialog
      isOpen={version !== null}
      title={`Go back to version ${version?.number ?? ""}?`}
      about="Its content is published again as the newest version. Verifications in progress keep their current policy."
      action="Go back"
      call={call}
      isComplete={words.isComplete}
      onSubmit={() => version && call.mutate({ id: version.id, basedOn, ...words.input })}
    >
      {version && <Content before={current} after={version.policy} lints={lints} words={words} />}
    </FormDialog>
  );
};
