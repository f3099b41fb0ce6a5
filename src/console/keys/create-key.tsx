"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { curlLine } from "#console/overview/first-steps.tsx";
import { type Problem, problemOf } from "#console/session/problem.ts";
import { useAccess } from "#console/shell/access.tsx";
import type { Mode } from "#core/verification.ts";
import { Button } from "#kit/button.tsx";
import { RadioCards } from "#kit/choices.tsx";
import { CodeBlock } from "#kit/code.tsx";
import { Dialog } from "#kit/dialog/dialog.tsx";
import { DialogActions } from "#kit/dialog/dialog-parts.tsx";
import { SecretOnce } from "#kit/dialog/secret-once.tsx";
import { Field, TextInput } from "#kit/fields.tsx";
import { Notice } from "#kit/states.tsx";

type CreateKeyFormProps = {
  initialMode: Mode;
  isBusy: boolean;
  problem: Problem | null;
  onCancel: () => void;
  onCreate: (key: { mode: Mode; name: string }) => void;
};

const MODES = [
  { value: "test", name: "Test", about: "Free. You choose the outcome on the hosted page." },
  { value: "live", name: "Live", about: "Real checks. Each one counts towards your monthly quota." },
] as const;

export const CreateKeyForm = ({ initialMode, isBusy, problem, onCancel, onCreate }: CreateKeyFormProps) => {
  const [mode, setMode] = useState(initialMode);
  const [name, setName] = useState("");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy) onCreate({ mode, name: name.trim() });
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <RadioCards label="Mode" value={mode} options={MODES} onChange={setMode} />
      <Field
        label="Name"
        hint="Where you will use it, for example “Checkout backend”."
        error={problem?.issues.name}
      >
        {(parts) => (
          <TextInput
            {...parts}
            value={name}
            required
            maxLength={80}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      {problem && !problem.issues.name && <Notice tone="danger">{problem.message}</Notice>}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="primary" type="submit" isBusy={isBusy}>
          Create key
        </Button>
      </DialogActions>
    </form>
  );
};

type CreatedKeyProps = { value: string; baseUrl: string; onDone: () => void };

/** The one time that a key is in sight. */
export const CreatedKey = ({ value, baseUrl, onDone }: CreatedKeyProps) => (
  <SecretOnce
    label="API key"
    secret={value}
    note="Copy this key now and store it with your other secrets. You will not see it again."
    onDone={onDone}
  >
    <CodeBlock label="Try it" code={curlLine(baseUrl, value)} isWrapped />
  </SecretOnce>
);

type CreateKeyDialogProps = {
  isOpen: boolean;
  /** The one that is proposed. */
  mode: Mode;
  /** @param made the mode of the key that was created, if any */
  onClose: (made?: Mode) => void;
};

export const CreateKeyDialog = ({ isOpen, mode, onClose }: CreateKeyDialogProps) => {
  const { baseUrl } = useAccess();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { data, error, isPending, mutate, reset } = useMutation(
    trpc.keys.create.mutationOptions({
      // The value stays in this component and goes with it.
      gcTime: 0,
      onSuccess: () => queries.invalidateQueries({ queryKey: trpc.keys.list.queryKey() }),
    }),
  );
  const close = (): void => {
    onClose(data?.mode);
    reset();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={data ? "Your new key" : "Create API key"}
      about={data && `${data.name}, for ${data.mode} mode`}
    >
      {data ? (
        <CreatedKey value={data.value} baseUrl={baseUrl} onDone={close} />
      ) : (
        <CreateKeyForm
          initialMode={mode}
          isBusy={isPending}
          problem={error && problemOf(error)}
          onCancel={close}
          onCreate={(key) => mutate(key)}
        />
      )}
    </Dialog>
  );
};
