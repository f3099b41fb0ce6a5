"use client";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { curlLine } from "#console/overview/first-steps.tsx";
import type { Mode } from "#core/verification.ts";
import { Checkbox, RadioCards } from "#kit/choices.tsx";
import { CodeBlock } from "#kit/code.tsx";
import { Dialog, type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { SecretOnce } from "#kit/dialog/secret-once.tsx";
import { TextField, useTexts } from "#kit/fields.tsx";

type CreateKeyFormProps = {
  initialMode: Mode;
  call: DialogCall;
  onCreate: (key: { mode: Mode; name: string; mayErase: boolean; mayListen: boolean }) => void;
};

const MODES = [
  { value: "test", name: "Test", about: "Free. You choose the outcome on the hosted page." },
  { value: "live", name: "Live", about: "Real checks. Each one counts towards your monthly quota." },
] as const;

const CreateKeyForm = ({ initialMode, call, onCreate }: CreateKeyFormProps) => {
  const [mode, setMode] = useState(initialMode);
  const [mayErase, setMayErase] = useState(false);
  const [mayListen, setMayListen] = useState(false);
  const { refusal } = useAccess();
  const erasing = refusal("verifications.erase");
  const listening = refusal("webhooks.write");
  const { values, field } = useTexts({ name: "" }, call.problem?.issues);
  return (
    <DialogForm
      action="Create key"
      call={call}
      field="name"
      onSubmit={() =>
        onCreate({ mode, name: values.name.trim(), mayErase, mayListen: mayListen && mode === "live" })
      }
    >
      <RadioCards label="Mode" value={mode} options={MODES} onChange={setMode} />
      <TextField
        label="Name"
        hint="Where you will use it, for example “Checkout backend”."
        {...field("name")}
        required
        maxLength={80}
      />
      <Checkbox
        label="May erase verifications"
        hint={erasing ?? "With POST /verify/redact. An erasure cannot be undone."}
        checked={mayErase}
        disabled={erasing !== null}
        onChange={({ target }) => setMayErase(target.checked)}
      />
      {mode === "live" && (
        <Checkbox
          label="May listen to live events"
          hint={
            listening ??
            "With “lintel listen”, on a developer’s computer. Test keys listen to test events without it."
          }
          checked={mayListen}
          disabled={listening !== null}
          onChange={({ target }) => setMayListen(target.checked)}
        />
      )}
    </DialogForm>
  );
};

type CreatedKeyProps = { value: string; baseUrl: string; onDone: () => void };

/** The only time a key is shown. */
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
  /** The mode that is selected first. */
  mode: Mode;
  /** @param made the mode of the created key, if any */
  onClose: (made?: Mode) => void;
};

export const CreateKeyDialog = ({ isOpen, mode, onClose }: CreateKeyDialogProps) => {
  const { baseUrl } = useAccess();
  const { keys } = useTRPC();
  const call = useDialogCall(keys.create.mutationOptions(), () => onClose(call.data?.mode), {
    stale: keys.list.queryFilter(),
  });
  const { data } = call;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={call.close}
      title={data ? "Your new key" : "Create API key"}
      about={data && `${data.name}, for ${data.mode} mode`}
    >
      {data ? (
        <CreatedKey value={data.value} baseUrl={baseUrl} onDone={call.close} />
      ) : (
        <CreateKeyForm initialMode={mode} call={call} onCreate={call.mutate} />
      )}
    </Dialog>
  );
};
