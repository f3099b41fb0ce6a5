"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { consolePath, operatorPath } from "#console/client/paths.ts";
import { CardSkeleton, QueryView } from "#console/client/query-view.tsx";
import { hoursText, VisitBadge } from "#console/operator-access/visit-words.tsx";
import { Button, ButtonLink } from "#kit/button.tsx";
import { List } from "#kit/list.tsx";
import { Card, LongText, PageHeader } from "#kit/page-layout.tsx";
import { EmptyState } from "#kit/states.tsx";
import { actionsColumn, type Column, FILLS } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { TenantName } from "./columns.tsx";
import { visitsOptions } from "./operator-queries.ts";

type Visit = ConsoleOutputs["operator"]["visits"]["visits"][number];

/** Until when a visit runs, or when it was over. */
const VisitEnd = ({ state, endedAt, expiresAt }: Pick<Visit, "state" | "endedAt" | "expiresAt">) => (
  <span className="whitespace-nowrap">
    {state === "running" || state === "asked" ? "until " : ""}
    <Time at={endedAt ?? expiresAt} />
  </span>
);

const COLUMNS: readonly Column<Visit>[] = [
  {
    id: "tenant",
    name: "Tenant",
    className: FILLS,
    cell: (visit) => (
      <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
        <TenantName tenantId={visit.tenantId} tenantName={visit.tenantName} />
        <LongText text={visit.reason} className="text-xs text-soft" />
        <span className="flex flex-wrap items-center gap-2 text-xs text-soft md:hidden">
          <VisitBadge state={visit.state} /> {visit.operator.name}
        </span>
      </span>
    ),
  },
  {
    id: "operator",
    name: "Operator",
    className: "hidden max-w-44 md:table-cell",
    cell: ({ operator }) => <LongText text={operator.isYou ? `${operator.name} (you)` : operator.name} />,
  },
  {
    id: "state",
    name: "State",
    className: "hidden md:table-cell",
    cell: ({ state }) => <VisitBadge state={state} />,
  },
  {
    id: "asked",
    name: "Asked",
    className: "hidden xl:table-cell",
    cell: ({ askedAt, hours }) => (
      <span className="grid leading-snug">
        <Time at={askedAt} />
        <span className="text-xs text-soft">for {hoursText(hours)}</span>
      </span>
    ),
  },
  { id: "end", name: "Ends", className: "hidden sm:table-cell", cell: (visit) => <VisitEnd {...visit} /> },
];

/** Ends the operator's visit, or withdraws their request. */
export const EndVisitDialog = confirmDialog({
  act: ({ operator }) => operator.endVisit.mutationOptions(),
  ask: ({ id, state, tenantName }: Visit) =>
    state === "asked"
      ? {
          title: "Withdraw the request?",
          about: `${tenantName} can no longer let you in with it. You can ask again.`,
          verb: "Withdraw",
          look: "primary",
          input: { visitId: id },
          done: ["Request withdrawn"],
        }
      : {
          title: "End the visit?",
          about: "You leave the tenant’s console. To read it again, you have to ask again.",
          verb: "End visit",
          look: "primary",
          input: { visitId: id },
          done: ["Visit ended"],
        },
});

type ActionsProps = { visit: Visit; onEnd: () => void };

// Begins with the button's text: people who speak to their browser say what they see.
const endLabel = ({ state, tenantName }: Visit): string =>
  state === "asked" ? `Withdraw the request to visit ${tenantName}` : `End the visit to ${tenantName}`;

/** What the operator can do with a visit that they asked for. */
export const VisitActions = ({ visit, onEnd }: ActionsProps) =>
  visit.operator.isYou && (
    <span className="flex justify-end gap-2">
      {visit.state === "running" && (
        <ButtonLink href={consolePath(visit.tenantId)} prefetch={false}>
          Open console
        </ButtonLink>
      )}
      {(visit.state === "running" || visit.state === "asked") && (
        <Button onClick={onEnd} aria-label={endLabel(visit)}>
          {visit.state === "asked" ? "Withdraw" : "End"}
        </Button>
      )}
    </span>
  );

/** Requests of operators to read a tenant's console, and their outcome. */
export const VisitsScreen = () => {
  const [ending, setEnding] = useState<Visit | null>(null);
  const query = useInfiniteQuery(visitsOptions(useTRPC()));
  const actions = actionsColumn((visit: Visit) => (
    <VisitActions visit={visit} onEnd={() => setEnding(visit)} />
  ));
  return (
    <>
      <PageHeader
        title="Visits"
        about="A tenant’s console is closed to operators until the tenant lets one in: to read, for 72 hours at most. The tenant’s audit trail says which pages were opened."
      />
      <QueryView query={query} skeleton={<CardSkeleton rows={4} />}>
        {({ pages }) => (
          <Card isFlush>
            <List
              label="Visits, newest first"
              columns={[...COLUMNS, actions]}
              rows={pages.flatMap((page) => page.visits)}
              rowId={({ id }) => id}
              end={{ noun: "visits", query }}
              empty={
                <EmptyState
                  icon={Eye}
                  title="No operator has asked for a visit"
                  action={<ButtonLink href={operatorPath("tenants")}>Choose a tenant</ButtonLink>}
                >
                  On a tenant’s page, choose “Ask to visit” and say why.
                </EmptyState>
              }
            />
          </Card>
        )}
      </QueryView>
      <EndVisitDialog of={ending} onClose={() => setEnding(null)} />
    </>
  );
};
