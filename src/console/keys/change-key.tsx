"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { type Problem, problemOf } from "#console/session/problem.ts";
import { useAccess } from "#console/shell/access.tsx";
import { Button } from "#kit/button.tsx";
import { ConfirmDialog, Dialog } from "#kit/dialog/dialog.tsx";
import { DialogActions } from "#kit/dialog/dialog-parts.tsx";
import { Field, Select, TextInput } from "#kit/fields.tsx";
import { Notice } from "#kit/states.tsx";
import { Time } from "#kit/time.tsx";
import { useToast } from "#kit/toast.tsx";
import { CreatedKey } from "./create-key.tsx";
import type { KeySummary } from "./key-table.tsx";

type RenameFormProps = {
  name: string;
  isBusy: boolean;
  problem: Problem | null;
  onCancel: () => void;
  onRename: (name: string) => void;
};

export const RenameForm = ({ name, isBusy, problem, onCancel, onRename }: RenameFormProps) => {
  const [typed, setTyped] = useState(name);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy) onRename(typed.trim());
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label="Name" error={problem?.message}>
        {(parts) => (
          <TextInput
            {...parts}
            value={typed}
            required
            maxLength={80}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="primary" type="submit" isBusy={isBusy}>
          Save
        </Button>
      </DialogActions>
    </form>
  );
};

type RenameKeyDialogProps = { apiKey: KeySummary | null; onClose: () => void };

/** Shown at once as it will be: a name can be put back any time. */
export const RenameKeyDialog = ({ apiKey, onClose }: RenameKeyDialogProps) => {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const queryKey = trpc.keys.list.queryKey();
  const { error, isPending, mutate, reset } = useMutation(
    trpc.keys.rename.mutationOptions({
      onMutate: async ({ keyId, name }) => {
        await queries.cancelQueries({ queryKey });
        const before = queries.getQueryData(queryKey);
        queries.setQueryData(queryKey, (keys) =>
          keys?.map((key) => (key.id === keyId ? { ...key, name } : key)),
        );
        return { before };
      },
      onError: (_error, _input, context) => queries.setQueryData(queryKey, context?.before),
      onSuccess: () => close(),
      onSettled: () => queries.invalidateQueries({ queryKey }),
    }),
  );
  const close = (): void => {
    onClose();
    reset();
  };
  return (
    <Dialog isOpen={apiKey !== null} onClose={close} title="Rename key" about={apiKey?.hint}>
      {apiKey && (
        <RenameForm
          key={apiKey.id}
          name={apiKey.name}
          isBusy={isPending}
          problem={error && problemOf(error)}
          onCancel={close}
          onRename={(name) => mutate({ keyId: apiKey.id, name })}
        />
      )}
    </Dialog>
  );
};

type RevokeKeyDialogProps = { apiKey: KeySummary | null; onClose: () => void };

export const RevokeKeyDialog = ({ apiKey, onClose }: RevokeKeyDialogProps) => {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const { error, isPending, mutate, reset } = useMutation(
    trpc.keys.revoke.mutationOptions({
      onSuccess: async () => {
        toast.done("Key revoked", "It stops working everywhere within 10 seconds.");
        close();
        await queries.invalidateQueries({ queryKey: trpc.keys.list.queryKey() });
      },
    }),
  );
  const close = (): void => {
    onClose();
    reset();
  };
  return (
    <ConfirmDialog
      key={apiKey?.id}
      isOpen={apiKey !== null}
      onClose={close}
      title="Revoke this key?"
      about="Anything still using this key stops working immediately. This cannot be undone. To replace a key without downtime, rotate it instead."
      action="Revoke key"
      name={apiKey?.name}
      isBusy={isPending}
      error={error ? problemOf(error).message : undefined}
      onConfirm={(name) => apiKey && mutate({ keyId: apiKey.id, name })}
    />
  );
};

type RotateKeyFormProps = {
  isBusy: boolean;
  problem: Problem | null;
  onCancel: () => void;
  onRotate: (overlapHours: number) => void;
};

const OVERLAPS = [
  { value: "24", label: "24 hours" },
  { value: "12", label: "12 hours" },
  { value: "4", label: "4 hours" },
  { value: "1", label: "1 hour" },
  { value: "0", label: "No overlap: stop it now" },
];

export const RotateKeyForm = ({ isBusy, problem, onCancel, onRotate }: RotateKeyFormProps) => {
  const [hours, setHours] = useState("24");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy) onRotate(Number(hours));
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field
        label="Keep the old key working for"
        hint="Gives you time to deploy the new key. Both work until then."
      >
        {(parts) => (
          <Select
            {...parts}
            value={hours}
            options={OVERLAPS}
            onChange={(event) => setHours(event.target.value)}
          />
        )}
      </Field>
      {hours === "0" && <Notice tone="warn">Calls with the old key fail immediately.</Notice>}
      {problem && <Notice tone="danger">{problem.message}</Notice>}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="primary" type="submit" isBusy={isBusy}>
          Rotate key
        </Button>
      </DialogActions>
    </form>
  );
};

type RotateKeyDialogProps = { apiKey: KeySummary | null; onClose: () => void };

export const RotateKeyDialog = ({ apiKey, onClose }: RotateKeyDialogProps) => {
  const { baseUrl } = useAccess();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { data, error, isPending, mutate, reset } = useMutation(
    trpc.keys.rotate.mutationOptions({
      gcTime: 0,
      onSuccess: () => queries.invalidateQueries({ queryKey: trpc.keys.list.queryKey() }),
    }),
  );
  const close = (): void => {
    onClose();
    reset();
  };
  const about = data ? (
    <>
      The old key stops working <Time at={data.previousEndsAt} as="long" />.
    </>
  ) : (
    `Replaces “${apiKey?.name ?? ""}” with a new key that has the same name and mode.`
  );
  return (
    <Dialog
      isOpen={apiKey !== null}
      onClose={close}
      title={data ? "Your new key" : "Rotate key"}
      about={about}
    >
      {data ? (
        <CreatedKey value={data.value} baseUrl={baseUrl} onDone={close} />
      ) : (
        apiKey && (
          <RotateKeyForm
            isBusy={isPending}
            problem={error && problemOf(error)}
            onCancel={close}
            onRotate={(overlapHours) => mutate({ keyId: apiKey.id, overlapHours })}
          />
        )
      )}
    </Dialog>
  );
};
