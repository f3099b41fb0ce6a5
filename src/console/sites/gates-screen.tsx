"use client";
import { useQuery } from "@tanstack/react-query";
import { DoorClosed, Plus } from "lucide-react";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { useMode } from "#console/client/mode-notice.tsx";
import { CardSkeleton, QueryView } from "#console/client/query-view.tsx";
import { useUrlState } from "#console/client/use-url-state.ts";
import { Button } from "#kit/button.tsx";
import { Card, PageHeader } from "#kit/page-layout.tsx";
import { EmptyState } from "#kit/states.tsx";
import { AddGateDialog } from "./add-gate.tsx";
import { EditGateDialog, RemoveGateDialog, RotateGateDialog } from "./change-gate.tsx";
import { type GateChange, GateDialog } from "./gate-dialog.tsx";
import { GateTable } from "./gate-table.tsx";
import type { Gate } from "./gate-words.ts";
import { SiteTabs } from "./site-tabs.tsx";

type Chosen = { siteId: string; shows: "details" | GateChange };

export const GatesScreen = () => {
  const { refusal } = useAccess();
  const [url, setUrl] = useUrlState();
  const mode = useMode();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const query = useQuery(useTRPC().gates.list.queryOptions());
  const why = refusal("keys.write");
  const close = (): void => setChosen(null);
  // By its id: after a change, the dialog shows the gate as it is now.
  const gateOf = (shows: Chosen["shows"]): Gate | null =>
    (chosen?.shows === shows && query.data?.find(({ siteId }) => siteId === chosen.siteId)) || null;
  const add = (
    <Button look="primary" refusal={why} onClick={() => setUrl({ new: "gate" })}>
      <Plus size={15} aria-hidden="true" />
      Add a gate
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Sites"
        about="A gate stands before a site and lets visitors through once they have proven their age. Your own web server asks it; the site itself stays as it is."
        actions={add}
      />
      <SiteTabs current="gates" />
      <QueryView query={query} skeleton={<CardSkeleton rows={3} />}>
        {(gates) => {
          const shown = gates.filter((gate) => gate.mode === mode);
          return (
            <Card isFlush>
              <GateTable
                gates={shown}
                empty={
                  <EmptyState icon={DoorClosed} title={`No ${mode} gates`} action={add}>
                    {mode === "test"
                      ? "At a test gate you choose the outcome of each age check, and nothing is billed. A test proof opens no live gate."
                      : "Add a gate, copy the configuration for your server, and try it. Begin with a test gate if you like: it costs nothing."}
                  </EmptyState>
                }
                refusal={why}
                onOpen={({ siteId }) => setChosen({ siteId, shows: "details" })}
              />
            </Card>
          );
        }}
      </QueryView>
      <AddGateDialog of={url.has("new") && why === null && mode} onClose={() => setUrl({ new: "" })} />
      <GateDialog
        gate={gateOf("details")}
        onChange={(shows) => chosen && setChosen({ ...chosen, shows })}
        onClose={close}
      />
      <EditGateDialog of={gateOf("edit")} onClose={close} />
      <RotateGateDialog of={gateOf("rotate")} onClose={close} />
      <RemoveGateDialog of={gateOf("remove")} onClose={close} />
    </>
  );
};
