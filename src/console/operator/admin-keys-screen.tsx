"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { CardSkeleton, QueryView } from "#console/client/query-view.tsx";
import { useUrlState } from "#console/client/use-url-state.ts";
import type { AdminScope } from "#core/access/scopes.ts";
import { Badge } from "#kit/badge.tsx";
import { Button } from "#kit/button.tsx";
import { List } from "#kit/list.tsx";
import { Card, LongText, PageHeader } from "#kit/page-layout.tsx";
import { EmptyState } from "#kit/states.tsx";
import { actionsColumn, type Column, FILLS } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { newestColumn } from "./columns.tsx";
import { CreateAdminKeyDialog } from "./create-admin-key.tsx";
import { useListed } from "./use-listed.ts";

type AdminKey = ConsoleOutputs["operator"]["adminKeys"]["keys"][number];

const SCOPE_NAMES: Readonly<Record<AdminScope, string>> = {
  metrics: "Metrics only",
  read: "Read",
  all: "Everything",
};

const LOOKS = {
  active: { tone: "ok", text: "Active" },
  expiring: { tone: "ok", text: "Active" },
  expired: { tone: "neutral", text: "Expired" },
  revoked: { tone: "danger", text: "Revoked" },
} as const;

const KeyState = ({ state, expiresAt }: Pick<AdminKey, "state" | "expiresAt">) => (
  <span className="flex items-center gap-2">
    <Badge tone={LOOKS[state].tone}>{LOOKS[state].text}</Badge>
    {state === "expiring" && expiresAt && (
      <span className="text-xs text-soft">
        ends <Time at={expiresAt} as="relative" />
      </span>
    )}
  </span>
);

const isWorking = ({ state }: Pick<AdminKey, "state">): boolean => state === "active" || state === "expiring";

const COLUMNS: readonly Column<AdminKey>[] = [
  {
    id: "name",
    name: "Name",
    className: FILLS,
    sortBy: ({ name }) => name.toLowerCase(),
    cell: (key) => (
      <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
        <LongText text={key.name} className="font-medium" />
        <code className="text-xs text-soft">{key.hint}</code>
        <span className="flex flex-wrap items-center gap-2 text-xs text-soft sm:hidden">
          <KeyState {...key} />
          {SCOPE_NAMES[key.scope]}
        </span>
      </span>
    ),
  },
  {
    id: "scope",
    name: "May",
    className: "hidden sm:table-cell",
    sortBy: ({ scope }) => scope,
    cell: ({ scope }) => SCOPE_NAMES[scope],
  },
  {
    id: "state",
    name: "State",
    className: "hidden sm:table-cell",
    cell: (key) => <KeyState {...key} />,
  },
  {
    id: "used",
    name: "Last used",
    className: "hidden md:table-cell",
    sortBy: ({ lastUsedAt }) => lastUsedAt && -lastUsedAt.getTime(),
    cell: ({ lastUsedAt }) =>
      lastUsedAt ? <Time at={lastUsedAt} as="relative" /> : <span className="text-soft">Never</span>,
  },
  newestColumn("created", "Created", "xl", ({ createdAt }) => createdAt),
];

const RevokeDialog = confirmDialog({
  act: ({ operator }) => operator.revokeAdminKey.mutationOptions(),
  ask: ({ id, name }: AdminKey) => ({
    title: "Revoke this admin key?",
    about:
      "Anything that still uses it is refused. This cannot be undone; to replace the key without a gap, create another one first.",
    verb: "Revoke key",
    name,
    input: { keyId: id },
    done: ["Admin key revoked", "It stops working everywhere within 10 seconds."],
  }),
});

/** Keys for `/admin`, each with what it may do and when it ends. */
export const AdminKeysScreen = () => {
  const [url, setUrl] = useUrlState();
  const [revoking, setRevoking] = useState<AdminKey | null>(null);
  const { limit, onMore } = useListed();
  const query = useQuery({
    ...useTRPC().operator.adminKeys.queryOptions({ limit }),
    placeholderData: keepPreviousData,
  });
  const create = () => setUrl({ new: "1" });
  const actions = actionsColumn(
    (key: AdminKey) =>
      isWorking(key) && (
        <Button
          size="sm"
          look="danger-quiet"
          aria-label={`Revoke ${key.name}`}
          onClick={() => setRevoking(key)}
        >
          Revoke
        </Button>
      ),
  );
  return (
    <>
      <PageHeader
        title="Admin keys"
        about="For programs that call the operator’s endpoints under /admin. Keys from ADMIN_KEYS and METRICS_KEYS work too and are not listed: they are in the settings."
        actions={
          <Button look="primary" onClick={create}>
            <Plus size={15} aria-hidden="true" />
            Create key
          </Button>
        }
      />
      <QueryView query={query} skeleton={<CardSkeleton rows={4} />}>
        {({ keys, total }) => (
          <Card isFlush>
            <List
              label="Admin keys"
              columns={[...COLUMNS, actions]}
              rows={keys}
              rowId={({ id }) => id}
              end={{ noun: "admin keys", total, isBusy: query.isPlaceholderData, onMore }}
              empty={
                <EmptyState
                  icon={KeyRound}
                  title="No admin keys yet"
                  action={<Button onClick={create}>Create the first key</Button>}
                >
                  Give each program its own key with no more than it needs: a scraper reads metrics only.
                </EmptyState>
              }
            />
          </Card>
        )}
      </QueryView>
      <CreateAdminKeyDialog of={url.has("new")} onClose={() => setUrl({ new: "" })} />
      <RevokeDialog of={revoking} onClose={() => setRevoking(null)} />
    </>
  );
};
