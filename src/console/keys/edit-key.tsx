"use client";
import { useState } from "react";
import { callDialog } from "#console/client/form-dialog.tsx";
import { changeOf, noting } from "#console/client/use-seen.ts";
import { KEY_SCOPES, type KeyScope } from "#core/access/scopes.ts";
import { type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { type KeptValues, keptForm, keptTogether, READ } from "#kit/kept/kept-fields.ts";
import { type Opened, useKeeping } from "#kit/kept/use-kept.tsx";
import { NetworkFields, ScopeBoxes } from "./key-rules.tsx";
import type { KeySummary } from "./key-table.tsx";
import { networksIn } from "./key-words.ts";

type Rules = { scopes: KeyScope[]; networks: string[]; deniedNetworks: string[] };

const FIELDS = keptForm("key-access", {
  scopes: READ.listOf(READ.oneOf(KEY_SCOPES)),
  networks: READ.text,
  deniedNetworks: READ.text,
  revision: READ.text,
});

// All lists of a key have one revision.
const KEPT = keptTogether(FIELDS, ["scopes", "networks", "deniedNetworks", "revision"]);

type Values = KeptValues<typeof KEPT>;

/** A key as the form begins with it. */
type Begun = Rules & { revision: number };

const begunAt = ({ scopes, networks, deniedNetworks, revision }: KeySummary): Begun => ({
  scopes: [...scopes],
  networks: [...networks],
  deniedNetworks: [...deniedNetworks],
  revision,
});

/** What the fields show of a key. */
const valuesOf = ({ scopes, networks, deniedNetworks, revision }: Begun): Values => ({
  scopes: [...scopes],
  networks: networks.join("\n"),
  deniedNetworks: deniedNetworks.join("\n"),
  revision: String(revision),
});

/** The key that these fields showed. */
const begunIn = ({ scopes, networks, deniedNetworks, revision }: Values): Begun => ({
  scopes,
  networks: networksIn(networks),
  deniedNetworks: networksIn(deniedNetworks),
  revision: Number(revision),
});

type EditFormProps = {
  apiKey: Begun;
  call: DialogCall;
  opened: Opened<Values>;
  /** @param revision the one that the form began with */
  onSave: (changes: Partial<Rules>, revision: number) => void;
};

const EditForm = ({ apiKey, call, opened, onSave }: EditFormProps) => {
  const [begun, setBegun] = useState(() => begunIn({ ...valuesOf(apiKey), ...opened.over }));
  const { scopes: first, networks, deniedNetworks } = { ...valuesOf(begun), ...opened.typed };
  const [scopes, setScopes] = useState<KeyScope[]>(first);
  const [texts, setTexts] = useState({ networks, deniedNetworks });
  useKeeping(opened, { scopes, ...texts, revision: String(begun.revision) }, valuesOf(begun));
  const issues = call.problem?.issues;
  const save = (): void => {
    const { revision, ...old } = begun;
    const change = changeOf<Rules>(
      { scopes, networks: networksIn(texts.networks), deniedNetworks: networksIn(texts.deniedNetworks) },
      old,
    );
    if (!change) {
      opened.forget();
      call.close();
      return;
    }
    // The revision stands for all that was seen.
    const { seen: _old, ...changes } = change;
    onSave(changes, revision);
  };
  /** Shows what is saved in the lists that someone else changed, and what was typed in the others. */
  const take = (): void => {
    if (apiKey.scopes.join() !== begun.scopes.join()) setScopes([...apiKey.scopes]);
    const [now, then] = [valuesOf(apiKey), valuesOf(begun)];
    setTexts((typed) => ({
      networks: now.networks === then.networks ? typed.networks : now.networks,
      deniedNetworks: now.deniedNetworks === then.deniedNetworks ? typed.deniedNetworks : now.deniedNetworks,
    }));
    setBegun(apiKey);
  };
  return (
    <DialogForm action="Save" call={noting(call, take)} opened={opened} onSubmit={save}>
      <ScopeBoxes scopes={scopes} held={begun.scopes} error={issues?.scopes} onChange={setScopes} />
      <NetworkFields
        {...texts}
        issues={issues}
        onChange={(changed) => setTexts((before) => ({ ...before, ...changed }))}
      />
    </DialogForm>
  );
};

/** What a key may do, and where from. */
export const EditKeyDialog = callDialog({
  act: ({ keys }) => keys.update.mutationOptions(),
  stale: ({ keys }) => keys.list.queryFilter(),
  done: () => ["Key changed", "The change applies everywhere within 10 seconds."],
  keeps: KEPT,
  place: ({ id }: KeySummary) => [id],
  asks: ({ name }) => ({ title: "Change access", about: name }),
  body: ({ of: apiKey, call, opened }) => {
    // Once the form says that the key has changed, saving again is a decision, about the edited lists only.
    const isKnown = call.problem?.code === "CONFLICT";
    return (
      <EditForm
        apiKey={begunAt(apiKey)}
        call={{ ...call, onTake: isKnown ? call.forget : undefined }}
        opened={opened}
        onSave={(changes, revision) =>
          call.mutate({ keyId: apiKey.id, revision: isKnown ? apiKey.revision : revision, ...changes })
        }
      />
    );
  },
});
