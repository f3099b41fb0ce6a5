"use client";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import type { KeyScope } from "#core/access/scopes.ts";
import { Dialog, type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { NetworkFields, ScopeBoxes } from "./key-rules.tsx";
import type { KeySummary } from "./key-table.tsx";
import { networksIn } from "./key-words.ts";

type Changes = { scopes: KeyScope[]; networks: string[]; deniedNetworks: string[] };

type EditFormProps = { apiKey: KeySummary; call: DialogCall; onSave: (changes: Changes) => void };

const EditForm = ({ apiKey, call, onSave }: EditFormProps) => {
  const [scopes, setScopes] = useState<KeyScope[]>([...apiKey.scopes]);
  const [texts, setTexts] = useState({
    networks: apiKey.networks.join("\n"),
    deniedNetworks: apiKey.deniedNetworks.join("\n"),
  });
  const issues = call.problem?.issues;
  return (
    <DialogForm
      action="Save"
      call={call}
      onSubmit={() =>
        onSave({
          scopes,
          networks: networksIn(texts.networks),
          deniedNetworks: networksIn(texts.deniedNetworks),
        })
      }
    >
      <ScopeBoxes scopes={scopes} held={apiKey.scopes} error={issues?.scopes} onChange={setScopes} />
      <NetworkFields
        {...texts}
        issues={issues}
        onChange={(changed) => setTexts((before) => ({ ...before, ...changed }))}
      />
    </DialogForm>
  );
};

type Props = { apiKey: KeySummary | null; onClose: () => void };

/** What a key may do, and where from. */
export const EditKeyDialog = ({ apiKey, onClose }: Props) => {
  const { keys } = useTRPC();
  const call = useDialogCall(keys.update.mutationOptions(), onClose, {
    stale: keys.list.queryFilter(),
    done: () => ["Key changed", "The change applies everywhere within 10 seconds."],
  });
  return (
    <Dialog isOpen={apiKey !== null} onClose={call.close} title="Change access" about={apiKey?.name}>
      {apiKey && (
        <EditForm
          key={apiKey.id}
          apiKey={apiKey}
          call={call}
          onSave={(changes) => call.mutate({ keyId: apiKey.id, revision: apiKey.revision, ...changes })}
        />
      )}
    </Dialog>
  );
};
