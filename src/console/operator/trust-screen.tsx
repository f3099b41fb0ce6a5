"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { CardSkeleton, QueryView } from "#console/client/query-view.tsx";
import { useUrlState } from "#console/client/use-url-state.ts";
import { Badge } from "#kit/badge.tsx";
import { Button } from "#kit/button.tsx";
import { List } from "#kit/list.tsx";
import { Card, LongText, PageHeader } from "#kit/page-layout.tsx";
import { EmptyState, Notice } from "#kit/states.tsx";
import { actionsColumn, type Column, FILLS } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { timeColumn } from "./columns.tsx";
import { ImportAnchorsDialog } from "./import-anchors.tsx";

export type Anchor = ConsoleOutputs["operator"]["trust"]["anchors"][number];

const SOURCES = { pem: "Certificate", vical: "VICAL", eu_trusted_list: "EU trusted list" } as const;

const AnchorState = ({ isValid, isStale }: Pick<Anchor, "isValid" | "isStale">) => {
  if (!isValid) return <Badge tone="danger">Not trusted now</Badge>;
  return isStale ? <Badge tone="warn">Newer list due</Badge> : <Badge tone="ok">Trusted</Badge>;
};

const COLUMNS: readonly Column<Anchor>[] = [
  {
    id: "label",
    name: "Anchor",
    className: FILLS,
    sortBy: ({ label }) => label.toLowerCase(),
    cell: (anchor) => (
      <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
        <LongText text={anchor.label} className="font-medium" />
        <code title={anchor.fingerprint} className="truncate text-2xs text-soft">
          {anchor.fingerprint}
        </code>
        <span className="flex flex-wrap items-center gap-2 text-xs text-soft sm:hidden">
          <AnchorState {...anchor} />
          until <Time at={anchor.validUntil} as="long" />
        </span>
      </span>
    ),
  },
  {
    id: "type",
    name: "For",
    className: "hidden max-w-56 md:table-cell",
    sortBy: ({ credentialType }) => credentialType,
    cell: ({ credentialType, vouchesFor }) => (
      <code className="text-xs wrap-anywhere">
        {credentialType === "vical" ? `lists of ${vouchesFor.join(", ")}` : credentialType}
      </code>
    ),
  },
  {
    id: "source",
    name: "From",
    className: "hidden xl:table-cell",
    sortBy: ({ source }) => source,
    cell: ({ source, listDate }) => (
      <span className="grid text-sm leading-snug">
        {SOURCES[source]}
        {listDate && (
          <span className="text-xs text-soft">
            list of <Time at={listDate} />
          </span>
        )}
      </span>
    ),
  },
  {
    id: "state",
    name: "State",
    className: "hidden sm:table-cell",
    cell: (anchor) => <AnchorState {...anchor} />,
  },
  timeColumn("until", "Valid until", "sm", ({ validUntil }) => validUntil, "long"),
];

const RemoveDialog = confirmDialog({
  act: ({ operator }) => operator.removeTrustAnchor.mutationOptions(),
  ask: ({ id, label }: Anchor) => ({
    title: "Remove this trust anchor?",
    about:
      "Credentials that it signed are refused from the next answer on, for every tenant. Completed verifications stay as they are. To trust it again, import it again.",
    verb: "Remove anchor",
    name: label,
    input: { anchorId: id },
    done: ["Trust anchor removed", "Credentials that it signed are no longer trusted."],
  }),
});

/** The certificates that are trusted for each credential type. */
export const TrustScreen = () => {
  const [url, setUrl] = useUrlState();
  const [removing, setRemoving] = useState<Anchor | null>(null);
  const query = useQuery(useTRPC().operator.trust.queryOptions());
  const actions = actionsColumn((anchor: Anchor) => (
    <Button
      size="sm"
      look="danger-quiet"
      aria-label={`Remove ${anchor.label}`}
      onClick={() => setRemoving(anchor)}
    >
      Remove
    </Button>
  ));
  const stale = query.data?.anchors.filter(({ isStale }) => isStale).length ?? 0;
  return (
    <>
      <PageHeader
        title="Trust anchors"
        about="The certificates whose credentials count, by type, for every tenant. Nothing is trusted until you import it."
        actions={
          <Button look="primary" onClick={() => setUrl({ new: "1" })}>
            <Plus size={15} aria-hidden="true" />
            Import
          </Button>
        }
      />
      {stale > 0 && (
        <div className="mb-4">
          <Notice tone="warn">
            {stale === 1 ? "One anchor comes" : `${stale} anchors come`} from a list whose update is overdue.
            Import the newest list: an overdue list counts for 30 days only.
          </Notice>
        </div>
      )}
      <QueryView query={query} skeleton={<CardSkeleton rows={6} />}>
        {({ anchors }) => (
          <Card isFlush>
            <List
              label="Trust anchors"
              columns={[...COLUMNS, actions]}
              rows={anchors}
              rowId={({ id }) => id}
              empty={
                <EmptyState icon={ShieldCheck} title="Nothing is trusted yet">
                  Import a certificate, a VICAL or the EU trusted list. Until then no live wallet credential
                  is accepted.
                </EmptyState>
              }
            />
          </Card>
        )}
      </QueryView>
      <ImportAnchorsDialog isOpen={url.has("new")} onClose={() => setUrl({ new: "" })} />
      <RemoveDialog of={removing} onClose={() => setRemoving(null)} />
    </>
  );
};
