"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useCallback, useState } from "react";
import { useAccess } from "#ui/console/access.tsx";
import type { KeyGlance } from "#ui/console/keys/key-glance.ts";
import { KeySections } from "#ui/console/keys/key-sections.tsx";
import type { KeyAction } from "#ui/console/keys/key-table.tsx";
import { QueryView } from "#ui/console/query-view.tsx";
import { useMode } from "#ui/console/use-mode.ts";
import { useUrlState } from "#ui/console/use-url-state.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/card.tsx";
import { PageHeader } from "#ui/kit/page-header.tsx";
import { TableSkeleton } from "#ui/kit/table-skeleton.tsx";
import { useTRPC } from "../../client/trpc.ts";
import { CreateKeyDialog } from "./create-key-dialog.tsx";
import { RenameKeyDialog } from "./rename-key-dialog.tsx";
import { RevokeKeyDialog } from "./revoke-key-dialog.tsx";
import { RotateKeyDialog } from "./rotate-key-dialog.tsx";

export const KeysScreen = () => {
  const { refusal } = useAccess();
  const [url, setUrl] = useUrlState();
  const mode = useMode();
  const [chosen, setChosen] = useState<{ action: KeyAction; key: KeyGlance } | null>(null);
  const query = useQuery(useTRPC().keys.list.queryOptions());
  const choose = useCallback((action: KeyAction, key: KeyGlance) => setChosen({ action, key }), []);
  const close = (): void => setChosen(null);
  const chosenFor = (action: KeyAction): KeyGlance | null => (chosen?.action === action ? chosen.key : null);
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
      <QueryView
        query={query}
        skeleton={
          <Card isFlush>
            <TableSkeleton rows={4} />
          </Card>
        }
      >
        {(keys) => (
          <KeySections
            mode={mode}
            keys={keys.filter((key) => key.mode === mode)}
            refusal={refusal("keys.write")}
            onAction={choose}
          />
        )}
      </QueryView>
      <CreateKeyDialog
        mode={mode}
        isOpen={url.has("new") && refusal("keys.write") === null}
        // The list shows the mode that the key is of.
        onClose={(made) => setUrl({ new: "", ...(made && { mode: made === "test" ? "test" : "" }) })}
      />
      <RenameKeyDialog apiKey={chosenFor("rename")} onClose={close} />
      <RotateKeyDialog apiKey={chosenFor("rotate")} onClose={close} />
      <RevokeKeyDialog apiKey={chosenFor("revoke")} onClose={close} />
    </>
  );
};
