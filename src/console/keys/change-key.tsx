"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "#console/client/api-provider.tsx";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { formDialog } from "#console/client/form-dialog.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { useSeen } from "#console/client/use-seen.ts";
import { Dialog } from "#kit/dialog/dialog.tsx";
import { RenameForm } from "#kit/dialog/rename-form.tsx";
import { SelectField } from "#kit/fields.tsx";
import { Notice } from "#kit/states.tsx";
import { Time } from "#kit/time.tsx";
import { CreatedKey } from "./create-key.tsx";
import type { KeySummary } from "./key-table.tsx";

type Props = { apiKey: KeySummary | null; onClose: () => void };

/** Shows the new name at once, and the old one again if the call fails. */
const RenameKey = ({ apiKey, onClose }: { apiKey: KeySummary; onClose: () => void }) => {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const queryKey = trpc.keys.list.queryKey();
  const seen = useSeen({ name: apiKey.name });
  const call = useDialogCall(
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
      onSettled: () => {
        // Not awaited: the dialog closes at once.
        void queries.invalidateQueries({ queryKey });
      },
    }),
    onClose,
    { seen, stale: trpc.keys.list.queryFilter(), done: () => ["Key renamed"] },
  );
  return (
    <RenameForm
      key={seen.round}
      start={seen.start.name}
      action="Save"
      maxLength={80}
      call={call}
      onRename={(name) => {
        const change = seen.changeOf({ name });
        if (change) call.mutate({ ...change, keyId: apiKey.id, name });
        else call.close();
      }}
    />
  );
};

export const RenameKeyDialog = ({ apiKey, onClose }: Props) => (
  <Dialog isOpen={apiKey !== null} onClose={onClose} title="Rename key" about={apiKey?.hint}>
    {apiKey && <RenameKey key={apiKey.id} apiKey={apiKey} onClose={onClose} />}
  </Dialog>
);

export const RevokeKeyDialog = confirmDialog({
  act: ({ keys }) => keys.revoke.mutationOptions(),
  stale: ({ keys }) => keys.list.queryFilter(),
  ask: ({ id, name }: KeySummary) => ({
    title: "Revoke this key?",
    about:
      "Anything still using this key stops working immediately. This cannot be undone. To replace a key without downtime, rotate it instead.",
    verb: "Revoke key",
    name,
    input: { keyId: id, name },
    done: ["Key revoked", "It stops working everywhere within 10 seconds."],
  }),
});

const OVERLAPS = [
  { value: "24", label: "24 hours" },
  { value: "12", label: "12 hours" },
  { value: "4", label: "4 hours" },
  { value: "1", label: "1 hour" },
  { value: "0", label: "No overlap: stop it now" },
];

export const RotateKeyDialog = formDialog({
  act: ({ keys }) => keys.rotate.mutationOptions(),
  stale: ({ keys }) => keys.list.queryFilter(),
  start: () => ({ hours: "24" }),
  asks: ({ name }: KeySummary) => ({
    title: "Rotate key",
    about: `Replaces “${name}” with a new key that has the same name, mode, access and length of life.`,
  }),
  form: ({ values, field }, { id }) => ({
    action: "Rotate key",
    send: () => ({ keyId: id, overlapHours: Number(values.hours) }),
    fields: (
      <>
        <SelectField
          label="Keep the old key working for"
          hint="Gives you time to deploy the new key. Both work until then."
          options={OVERLAPS}
          {...field("hours")}
        />
        {values.hours === "0" && <Notice tone="warn">Calls with the old key fail immediately.</Notice>}
      </>
    ),
  }),
  answer: ({ value, previousEndsAt }, onDone) => ({
    title: "Your new key",
    about: (
      <>
        The old key stops working <Time at={previousEndsAt} as="long" />.
      </>
    ),
    body: <CreatedKey value={value} onDone={onDone} />,
  }),
});
