"use client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { DoorClosed, DoorOpen, Eye, Pencil, UserPlus } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { operatorPath } from "#console/client/paths.ts";
import { QueryView } from "#console/client/query-view.tsx";
import { operatorAuditColumns } from "#console/operator/operator-audit.tsx";
import { operatorAuditInput, operatorAuditOptions } from "#console/operator/operator-audit-filters.ts";
import { visitsOptions } from "#console/operator/operator-queries.ts";
import { EndVisitDialog, VisitActions } from "#console/operator/visits-screen.tsx";
import { VisitBadge } from "#console/operator-access/visit-words.tsx";
import { QuotaMeter } from "#console/usage/quota-meter.tsx";
import { Button } from "#kit/button.tsx";
import { Copyable } from "#kit/copy.tsx";
import { moneyText, monthText, wholeText } from "#kit/format.ts";
import { Link } from "#kit/link.tsx";
import { List } from "#kit/list.tsx";
import { Card, Facts, PageHeader } from "#kit/page-layout.tsx";
import { CardsSkeleton } from "#kit/states.tsx";
import { TableSkeleton } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";
import type { OperatorTenant } from "./operator-tenant.ts";
import { PlanCard } from "./plan-card.tsx";
import { PlanDialog } from "./plan-dialog.tsx";
import {
  AskToVisitDialog,
  CloseTenantDialog,
  DeleteTenantDialog,
  InviteOwnerDialog,
  RenameTenantDialog,
  ReopenDialog,
  SuspendDialog,
} from "./tenant-dialogs.tsx";
import { TenantPeople } from "./tenant-people.tsx";
import { TenantState } from "./tenants-screen.tsx";

type TenantProps = { tenant: OperatorTenant };
type DialogName = "rename" | "plan" | "suspend" | "reopen" | "close" | "delete" | "invite" | "visit";

const FactsCard = ({ tenant: { id, isActive, createdAt, totalVerifications, endpoints } }: TenantProps) => (
  <Card title="Tenant">
    <Facts
      facts={{
        State: <TenantState isActive={isActive} />,
        Id: <Copyable text={id} label="tenant id" />,
        Created: <Time at={createdAt} as="long" />,
        "Verifications ever": wholeText(totalVerifications),
        Endpoints:
          endpoints.total === 0
            ? null
            : `${endpoints.total}, ${endpoints.failing} failing, ${endpoints.disabled} switched off`,
      }}
    />
  </Card>
);

const UsageCard = ({ tenant: { billing, quota } }: TenantProps) => (
  <Card title={`Usage, ${monthText(billing.period.start)}`} about="Live verifications, UTC month">
    <QuotaMeter billing={billing} quota={quota} forecast={billing.used} />
    <div className="mt-3">
      <Facts
        facts={{
          Used: `${wholeText(billing.used)} of ${wholeText(billing.included)} included`,
          Overage: wholeText(billing.overage),
          "At most": wholeText(quota.ceiling),
          "Due so far": moneyText(billing.amountDue, billing.currency),
        }}
      />
    </div>
  </Card>
);

/** The newest visit to this tenant, and asking for the next. */
const VisitCard = ({ tenant, onAsk }: TenantProps & { onAsk: () => void }) => {
  const [isEnding, setIsEnding] = useState(false);
  const { data } = useInfiniteQuery(visitsOptions(useTRPC()));
  const visit = data?.pages
    .flatMap((page) => page.visits)
    .find(({ tenantId, operator }) => tenantId === tenant.id && operator.isYou);
  const isOpen = visit?.state === "asked" || visit?.state === "running";
  return (
    <Card
      title="Visit"
      about="Read the tenant’s console, if it lets you"
      actions={
        !isOpen && (
          <Button onClick={onAsk}>
            <Eye size={15} aria-hidden="true" />
            Ask to visit
          </Button>
        )
      }
    >
      {visit === undefined ? (
        <p className="text-sm text-soft">You have not asked this tenant yet.</p>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
          <span className="grid min-w-0 gap-1">
            <span className="flex items-center gap-2">
              <VisitBadge state={visit.state} />
              <span className="text-xs text-soft">
                asked <Time at={visit.askedAt} />
                {visit.state === "running" && (
                  <>
                    , until <Time at={visit.expiresAt} as="long" />
                  </>
                )}
              </span>
            </span>
            <span className="wrap-anywhere">{visit.reason}</span>
          </span>
          <VisitActions visit={visit} onEnd={() => setIsEnding(true)} />
        </div>
      )}
      <EndVisitDialog of={isEnding && visit ? visit : null} onClose={() => setIsEnding(false)} />
    </Card>
  );
};

const LINES = 10;
const AUDIT_COLUMNS = operatorAuditColumns(false);

/** What operators did with this tenant, the newest first. */
const AuditCard = ({ tenant: { id } }: TenantProps) => {
  const input = { ...operatorAuditInput((name) => (name === "tenant" ? id : null)), limit: LINES };
  const query = useInfiniteQuery(operatorAuditOptions(useTRPC(), input));
  return (
    <Card
      title="What operators did"
      about="The tenant’s own trail has these entries too"
      actions={<Link href={operatorPath(`audit?tenant=${id}`)}>All entries</Link>}
      isFlush
    >
      <QueryView query={query} skeleton={<TableSkeleton rows={3} />}>
        {({ pages: [first] }) => (
          <List
            label="What operators did, newest first"
            columns={AUDIT_COLUMNS}
            rows={first?.entries ?? []}
            rowId={({ id: entryId }) => entryId}
            empty={<p className="px-4 pb-4 text-sm text-soft">Nothing yet.</p>}
          />
        )}
      </QueryView>
    </Card>
  );
};

type DangerProps = TenantProps & { onChoose: (dialog: DialogName) => void };

const DangerZone = ({ tenant: { isActive }, onChoose }: DangerProps) => (
  <section className="rounded-lg border border-danger-line bg-surface shadow-card">
    <h2 className="px-4 pt-3 text-base tracking-normal text-danger">Danger zone</h2>
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <p className="max-w-xl text-sm text-soft">
        {isActive
          ? "Suspending refuses its keys until you reopen it. Closing revokes them permanently. Records stay readable in both cases."
          : "This tenant is suspended or closed: its keys are refused, and its members can read but change nothing. Closing also revokes its keys."}
      </p>
      <div className="flex flex-wrap gap-2">
        {isActive ? (
          <Button look="danger-quiet" onClick={() => onChoose("suspend")}>
            <DoorClosed size={15} aria-hidden="true" />
            Suspend
          </Button>
        ) : (
          <Button onClick={() => onChoose("reopen")}>
            <DoorOpen size={15} aria-hidden="true" />
            Reopen
          </Button>
        )}
        <Button look="danger-quiet" onClick={() => onChoose("close")}>
          Close tenant
        </Button>
      </div>
    </div>
  </section>
);

const DeletionCard = ({ tenant: { isActive, deletion }, onChoose }: DangerProps) =>
  deletion ? (
    <section className="rounded-lg border border-danger-line bg-surface shadow-card">
      <h2 className="px-4 pt-3 text-base tracking-normal text-danger">Being deleted</h2>
      <p className="max-w-xl p-4 text-sm text-soft">
        Since <Time at={deletion.askedAt} as="long" />. Verifications left: {wholeText(deletion.left)}.
        Nothing about this tenant can be changed any more, and this page is gone when the worker is done.
      </p>
    </section>
  ) : (
    !isActive && (
      <section className="rounded-lg border border-danger-line bg-surface shadow-card">
        <h2 className="px-4 pt-3 text-base tracking-normal text-danger">Delete this tenant</h2>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
          <p className="max-w-xl text-sm text-soft">
            Erases every verification with a receipt and deletes everything else but statements, receipts and
            what operators did. This cannot be undone.
          </p>
          <Button look="danger-quiet" onClick={() => onChoose("delete")}>
            Delete tenant
          </Button>
        </div>
      </section>
    )
  );

const TenantView = ({ tenant }: TenantProps) => {
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const onClose = (): void => setDialog(null);
  const questionOf = (name: DialogName) => ({ of: dialog === name && tenant, onClose });
  return (
    <>
      <PageHeader
        title={tenant.name}
        back={{ href: operatorPath("tenants"), name: "All tenants" }}
        actions={
          <>
            <Button onClick={() => setDialog("rename")}>
              <Pencil size={14} aria-hidden="true" />
              Rename
            </Button>
            <Button look="primary" onClick={() => setDialog("invite")}>
              <UserPlus size={15} aria-hidden="true" />
              Invite an owner
            </Button>
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
          <FactsCard tenant={tenant} />
          <UsageCard tenant={tenant} />
        </div>
        <PlanCard tenant={tenant} onChange={() => setDialog("plan")} />
        <TenantPeople tenant={tenant} />
        <VisitCard tenant={tenant} onAsk={() => setDialog("visit")} />
        <AuditCard tenant={tenant} />
        {tenant.deletion === null && <DangerZone tenant={tenant} onChoose={setDialog} />}
        <DeletionCard tenant={tenant} onChoose={setDialog} />
      </div>
      <RenameTenantDialog {...questionOf("rename")} />
      <PlanDialog {...questionOf("plan")} />
      <InviteOwnerDialog {...questionOf("invite")} />
      <AskToVisitDialog {...questionOf("visit")} />
      <SuspendDialog {...questionOf("suspend")} />
      <ReopenDialog {...questionOf("reopen")} />
      <CloseTenantDialog {...questionOf("close")} />
      <DeleteTenantDialog {...questionOf("delete")} />
    </>
  );
};

/** While it is being deleted, its page shows how far that is. */
const DELETION_MS = 5_000;

/** One tenant: its facts, use, plan, people, and what operators did with it. */
export const TenantScreen = ({ tenantId }: { tenantId: string }) => {
  const query = useQuery(
    useTRPC().operator.tenant.queryOptions(
      { tenantId },
      { refetchInterval: ({ state }) => (state.data?.deletion ? DELETION_MS : false) },
    ),
  );
  return (
    <QueryView
      query={query}
      skeleton={<CardsSkeleton />}
      missing={{
        title: "There is no such tenant",
        about: "Check the address, or search for the tenant by its name.",
        back: { href: operatorPath("tenants"), name: "All tenants" },
      }}
    >
      {(tenant) => <TenantView tenant={tenant} />}
    </QueryView>
  );
};
