"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { changeOf, noting } from "#console/client/use-seen.ts";
import { problemOf } from "#console/session/problem.ts";
import type { KeyScope } from "#core/access/scopes.ts";
import { Dialog, type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { NetworkFields, ScopeBoxes } from "./key-rules.tsx";
import type { KeySummary } from "./key-table.tsx";
import { networksIn } from "./key-words.ts";

type Rules = { scopes: KeyScope[]; networks: string[]; deniedNetworks: string[] };

type EditFormProps = {
  apiKey: KeySummary;
  call: DialogCall;
  /** @param revision the one that the form began with */
  onSave: (changes: Partial<Rules>, revision: number) => void;
};

const textsOf = ({ networks, deniedNetworks }: KeySummary) => ({
  networks: networks.join("\n"),
  deniedNetworks: deniedNetworks.join("\n"),
});

const EditForm = ({ apiKey, call, onSave }: EditFormProps) => {
  const [begun, setBegun] = useState(apiKey);
  const [scopes, setScopes] = useState<KeyScope[]>([...begun.scopes]);
  const [texts, setTexts] = useState(textsOf(begun));
  const issues = call.problem?.issues;
  const save = (): void => {
    const [networks, deniedNetworks] = [networksIn(texts.networks), networksIn(texts.deniedNetworks)];
    const old: Rules = {
      scopes: [...begun.scopes],
      networks: [...begun.networks],
      deniedNetworks: [...begun.deniedNetworks],
    };
    const change = changeOf<Rules>({ scopes, networks, deniedNetworks }, old);
    if (!change) {
      call.close();
      return;
    }
    // The revision stands for all that was seen.
    const { seen: _old, ...changes } = change;
    onSave(changes, begun.revision);
  };
  /** Shows what is saved in the lists that someone else changed, and what was typed in the others. */
  const take = (): void => {
    if (apiKey.scopes.join() !== begun.scopes.join()) setScopes([...apiKey.scopes]);
    const [now, then] = [textsOf(apiKey), textsOf(begun)];
    setTexts((typed) => ({
      networks: now.networks === then.networks ? typed.networks : now.networks,
      deniedNetworks: now.deniedNetworks === then.deniedNetworks ? typed.deniedNetworks : now.deniedNetworks,
    }));
    setBegun(apiKey);
  };
  return (
    <DialogForm action="Save" call={noting(call, take)} onSubmit={save}>
      <ScopeBoxes scopes={scopes} held={begun.scopes} error={issues?.scopes} onChange={setScopes} />
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
  const queries = useQueryClient();
  const call = useDialogCall(
    keys.update.mutationOptions({
      onError: async (failure) => {
        if (problemOf(failure).code === "CONFLICT") await queries.invalidateQueries(keys.list.queryFilter());
      },
    }),
    onClose,
    {
      stale: keys.list.queryFilter(),
      done: () => ["Key changed", "The change applies everywhere within 10 seconds."],
    },
  );
  // Once the form says that the key has changed, saving again is a decision, about the edited lists only.
  const isKnown = call.problem?.code === "CONFLICT";
  return (
    <Dialog isOpen={apiKey !== null} onClose={call.close} title="Change access" about={apiKey?.name}>
      {apiKey && (
        <EditForm
          key={apiKey.id}
          apiKey={apiKey}
          call={{ ...call, onTake: isKnown ? call.forget : undefined }}
          onSave={(changes, revision) =>
            call.mutate({ keyId: apiKey.id, revision: isKnown ? apiKey.revision : revision, ...changes })
          }
        />
      )}
    </Dialog>
  );
};
