"use client";
import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { useMode } from "#console/client/mode-notice.tsx";
import { CardSkeleton, QueryView } from "#console/client/query-view.tsx";
import { useUrlState } from "#console/client/use-url-state.ts";
import type { KeyScope } from "#core/access/scopes.ts";
import type { Mode } from "#core/verification.ts";
import { Button } from "#kit/button.tsx";
import { Card, PageHeader } from "#kit/page-layout.tsx";
import { EmptyState } from "#kit/states.tsx";
import { RenameKeyDialog, RevokeKeyDialog, RotateKeyDialog } from "./change-key.tsx";
import { CreateKeyDialog } from "./create-key.tsx";
import { EditKeyDialog } from "./edit-key.tsx";
import { KeyDetailsDialog } from "./key-details.tsx";
import { useScopeRefusal } from "./key-rules.tsx";
import { isWorking, type KeyAction, type KeySummary, KeyTable } from "./key-table.tsx";

type Props = {
  mode: Mode;
  keys: readonly KeySummary[];
  refusal: string | null;
  refusalOf: (scope: KeyScope) => string | null;
  onAction: (action: KeyAction, key: KeySummary) => void;
};

/** Working keys, and below them those kept for the record. */
export const KeySections = ({ mode, keys, refusal, refusalOf, onAction }: Props) => {
  const working = keys.filter(isWorking);
  const ended = keys.filter((key) => !isWorking(key));
  return (
    <div className="grid gap-4">
      <Card isFlush>
        {working.length === 0 ? (
          <EmptyState icon={KeyRound} title={`No active ${mode} keys`}>
            {mode === "test"
              ? "Test keys are free, and safe to try things out with."
              : "Live keys run real checks that count towards your quota. To try things out, use test mode."}
          </EmptyState>
        ) : (
          <KeyTable keys={working} refusal={refusal} refusalOf={refusalOf} onAction={onAction} />
        )}
      </Card>
      {ended.length > 0 && (
        <Card
          title="Inactive keys"
          about="These keys no longer work. They are kept for your records."
          isFlush
        >
          <KeyTable keys={ended} refusal={refusal} refusalOf={refusalOf} onAction={onAction} />
        </Card>
      )}
    </div>
  );
};

export const KeysScreen = () => {
  const { refusal } = useAccess();
  const [url, setUrl] = useUrlState();
  const mode = useMode();
  const refusalOf = useScopeRefusal();
  const [chosen, setChosen] = useState<{ action: KeyAction; key: KeySummary } | null>(null);
  const query = useQuery(useTRPC().keys.list.queryOptions());
  const close = (): void => setChosen(null);
  // As it is now, for the forms; one that the list no longer holds stays, with the secret that its dialog may show.
  const latest = ({ key }: { key: KeySummary }): KeySummary =>
    query.data?.find(({ id }) => id === key.id) ?? key;
  const chosenFor = (action: KeyAction): KeySummary | null =>
    chosen?.action === action ? latest(chosen) : null;
  return (
    <>
      <PageHeader
        title="API keys"
        about="Your backend sends a key with every call. Each key is shown once, when you create it."
        actions={
          <Button look="primary" refusal={refusal("keys.write")} onClick={() => setUrl({ new: "key" })}>
            <Plus size={15} aria-hidden="true" />
            Create key
          </Button>
        }
      />
      <QueryView query={query} skeleton={<CardSkeleton rows={4} />}>
        {(keys) => (
          <KeySections
            mode={mode}
            keys={keys.filter((key) => key.mode === mode)}
            refusal={refusal("keys.write")}
            refusalOf={refusalOf}
            onAction={(action, key) => setChosen({ action, key })}
          />
        )}
      </QueryView>
      <CreateKeyDialog
        of={url.has("new") && refusal("keys.write") === null && mode}
        // The list switches to the key's mode.
        onClose={(made) => setUrl({ new: "", ...(made && { mode: made.mode === "test" ? "test" : "" }) })}
      />
      <KeyDetailsDialog apiKey={chosenFor("details")} onClose={close} />
      <EditKeyDialog of={chosenFor("edit")} onClose={close} />
      <RenameKeyDialog apiKey={chosenFor("rename")} onClose={close} />
      <RotateKeyDialog of={chosenFor("rotate")} onClose={close} />
      <RevokeKeyDialog of={chosenFor("revoke")} onClose={close} />
    </>
  );
};
