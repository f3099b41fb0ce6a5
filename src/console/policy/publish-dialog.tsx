"use client";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { codesOf } from "#core/policy/advice.ts";
import type { Lint } from "#core/policy/lints.ts";
import type { Policy } from "#core/policy/policy.ts";
import { Checkbox, CheckboxGroup } from "#kit/choices.tsx";
import { Dialog, type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { TextAreaField } from "#kit/fields.tsx";
import type { KeptValues } from "#kit/kept/kept-fields.ts";
import { type Opened, Restorable, useKeeping, useKept } from "#kit/kept/use-kept.tsx";
import type { Version } from "./draft.ts";
import { Changes, groupedLints } from "./findings.tsx";
import { KEPT_NOTE } from "./kept-draft.ts";

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

type Words = { acceptedWarnings: string[]; note: string | null };

type FormProps = {
  before: Policy;
  after: Policy;
  lints: readonly Lint[];
  action: string;
  call: DialogCall;
  opened: Opened<KeptValues<typeof KEPT_NOTE>>;
  onSubmit: (words: Words) => void;
};

/** The changes, the warnings to accept, and the reason for publishing. */
const PublishForm = ({ before, after, lints, action, call, opened, onSubmit }: FormProps) => {
  // Not kept: what was accepted may have changed since.
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set());
  const [note, setNote] = useState(opened.typed.note ?? "");
  useKeeping(opened, { note }, { note: "" });
  const submit = (): void =>
    onSubmit({
      acceptedWarnings: [...new Set([...accepted].flatMap((code) => codesUnder(lints, code)))],
      note: note.trim() === "" ? null : note.trim(),
    });
  return (
    <DialogForm
      action={action}
      call={call}
      opened={opened}
      isComplete={lints.every(({ code }) => accepted.has(code))}
      onSubmit={submit}
    >
      <Changes before={before} after={after} />
      {lints.length > 0 && <Warnings lints={lints} accepted={accepted} onChange={setAccepted} />}
      <TextAreaField
        label="Note (optional)"
        hint="Why you are making this change. Everyone in the tenant can read it."
        value={note}
        maxLength={500}
        onChange={setNote}
      />
    </DialogForm>
  );
};

/** Discarding the draft gives its note up. "Cancel" does not: it leads to what stands behind the dialog. */
const withNoteKept = (opened: FormProps["opened"]): FormProps["opened"] => ({ ...opened, forget: () => {} });

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
  const kept = useKept(KEPT_NOTE, "publish");
  const call = useDialogCall(policies.publish.mutationOptions(), onClose, {
    kept,
    done: ({ number }) => {
      onPublished();
      return [`Version ${number} published`, "It applies to new verifications."];
    },
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={call.close}
      title="Publish this policy?"
      about="Applies to new verifications. Those in progress keep their current policy."
    >
      <Restorable kept={kept} onStartOver={call.forget}>
        {(opened) => (
          <PublishForm
            before={current}
            after={policy}
            lints={lints}
            action="Publish"
            call={call}
            opened={withNoteKept(opened)}
            onSubmit={(words) => call.mutate({ policy, packIds: [...packIds], basedOn, ...words })}
          />
        )}
      </Restorable>
    </Dialog>
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
  const kept = useKept(KEPT_NOTE, version?.id ?? "");
  const call = useDialogCall(policies.rollBack.mutationOptions(), onClose, {
    kept,
    done: ({ number }) => {
      onPublished();
      return [`Version ${number} published`, "It has the content of the earlier version."];
    },
  });
  return (
    <Dialog
      isOpen={version !== null}
      onClose={call.close}
      title={`Go back to version ${version?.number ?? ""}?`}
      about="Its content is published again as the newest version. Verifications in progress keep their current policy."
    >
      {version && (
        <Restorable kept={kept} onStartOver={call.forget}>
          {(opened) => (
            <PublishForm
              before={current}
              after={version.policy}
              lints={lints}
              action="Go back"
              call={call}
              opened={opened}
              onSubmit={(words) => call.mutate({ id: version.id, basedOn, ...words })}
            />
          )}
        </Restorable>
      )}
    </Dialog>
  );
};
