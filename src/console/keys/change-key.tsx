"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { useSeen } from "#console/client/use-seen.ts";
import { Dialog, type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
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

type RotateFormProps = { call: DialogCall; onRotate: (overlapHours: number) => void };

const RotateForm = ({ call, onRotate }: RotateFormProps) => {
  const [hours, setHours] = useState("24");
  return (
    <DialogForm action="Rotate key" call={call} onSubmit={() => onRotate(Number(hours))}>
      <SelectField
        label="Keep the old key working for"
        hint="Gives you time to deploy the new key. Both work until then."
        value={hours}
        options={OVERLAPS}
        onChange={setHours}
      />
      {hours === "0" && <Notice tone="warn">Calls with the old key fail immediately.</Notice>}
    </DialogForm>
  );
};

export const RotateKeyDialog = ({ apiKey, onClose }: Props) => {
  const { baseUrl } = useAccess();
  const { keys } = useTRPC();
  const call = useDialogCall(keys.rotate.mutationOptions(), onClose, { stale: keys.list.queryFilter() });
  const { data } = call;
  const about = data ? (
    <>
      The old key stops working <Time at={data.previousEndsAt} as="long" />.
    </>
  ) : (
    `Replaces “${apiKey?.name ?? ""}” with a new key that has the same name, mode, access and length of life.`
  );
  return (
    <Dialog
      isOpen={apiKey !== null}
      onClose={call.close}
      title={data ? "Your new key" : "Rotate key"}
      about={about}
    >
      {data ? (
        <CreatedKey value={data.value} baseUrl={baseUrl} onDone={call.close} />
      ) : (
        apiKey && (
          <RotateForm
            call={call}
            onRotate={(overlapHours) => call.mutate({ keyId: apiKey.id, overlapHours })}
          />
        )
      )}
    </Dialog>
  );
};
