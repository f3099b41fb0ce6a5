"use client";
import { useState } from "react";
import { callDialog } from "#console/client/form-dialog.tsx";
import { codesOf } from "#core/policy/advice.ts";
import type { Lint } from "#core/policy/lints.ts";
import type { Policy } from "#core/policy/policy.ts";
import { Checkbox, CheckboxGroup } from "#kit/choices.tsx";
import { type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { TextAreaField } from "#kit/fields.tsx";
import type { KeptValues } from "#kit/kept/kept-fields.ts";
import { type Opened, useKeeping } from "#kit/kept/use-kept.tsx";
import { Notice } from "#kit/states.tsx";
import type { Version } from "./draft.ts";
import { Changes, groupedLints, Places } from "./findings.tsx";
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

/** What refuses the publication: nothing in this dialog changes it. */
const Blocks = ({ lints }: { lints: readonly Lint[] }) => (
  <>
    {groupedLints(lints).map(({ key, item, places }) => (
      <Notice key={key} tone="danger">
        <p>{item.message}</p>
        <Places places={places} />
      </Notice>
    ))}
  </>
);

/** The changes, what refuses them, the warnings to accept, and the reason for publishing. */
const PublishForm = ({ before, after, lints, action, call, opened, onSubmit }: FormProps) => {
  // Not kept: what was accepted may have changed since.
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set());
  const [note, setNote] = useState(opened.typed.note ?? "");
  useKeeping(opened, { note }, { note: "" });
  const blocks = lints.filter(({ level }) => level === "block");
  const warnings = lints.filter(({ level }) => level === "warn");
  const submit = (): void =>
    onSubmit({
      acceptedWarnings: [...new Set([...accepted].flatMap((code) => codesUnder(warnings, code)))],
      note: note.trim() === "" ? null : note.trim(),
    });
  return (
    <DialogForm
      action={action}
      call={call}
      opened={opened}
      isComplete={blocks.length === 0 && warnings.every(({ code }) => accepted.has(code))}
      onSubmit={submit}
    >
      <Changes before={before} after={after} />
      <Blocks lints={blocks} />
      {warnings.length > 0 && <Warnings lints={warnings} accepted={accepted} onChange={setAccepted} />}
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

type Published = {
  /** The policy in force: the current version, or the settings if there is none. */
  current: Policy;
  /** The version in force when the draft began; null: none was. */
  basedOn: string | null;
  /** Of a version that is published again: what blocks, and the warnings that it did not have then. */
  lints: readonly Lint[];
};

export const PublishDialog = callDialog({
  act: ({ policies }) => policies.publish.mutationOptions(),
  done: ({ number }) => [`Version ${number} published`, "It applies to new verifications."],
  keeps: KEPT_NOTE,
  place: (_draft: Published & { policy: Policy; packIds: readonly string[] }) => ["publish"],
  asks: () => ({
    title: "Publish this policy?",
    about: "Applies to new verifications. Those in progress keep their current policy.",
  }),
  body: ({ of: { current, basedOn, lints, policy, packIds }, call, opened }) => (
    <PublishForm
      before={current}
      after={policy}
      lints={lints}
      action="Publish"
      call={call}
      opened={withNoteKept(opened)}
      onSubmit={(words) => call.mutate({ policy, packIds: [...packIds], basedOn, ...words })}
    />
  ),
});

export const RollBackDialog = callDialog({
  act: ({ policies }) => policies.rollBack.mutationOptions(),
  done: ({ number }) => [`Version ${number} published`, "It has the content of the earlier version."],
  keeps: KEPT_NOTE,
  place: ({ version }: Published & { version: Version & { policy: Policy } }) => [version.id],
  asks: ({ version }) => ({
    title: `Go back to version ${version.number}?`,
    about:
      "Its content is published again as the newest version. Verifications in progress keep their current policy.",
  }),
  body: ({ of: { current, basedOn, lints, version }, call, opened }) => (
    <PublishForm
      before={current}
      after={version.policy}
      lints={lints}
      action="Go back"
      call={call}
      opened={opened}
      onSubmit={(words) => call.mutate({ id: version.id, basedOn, ...words })}
    />
  ),
});
