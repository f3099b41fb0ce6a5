"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Building2, Plus } from "lucide-react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { operatorPath, operatorTenantPath } from "#console/client/paths.ts";
import { CardSkeleton, QueryView } from "#console/client/query-view.tsx";
import { useUrlState } from "#console/client/use-url-state.ts";
import { planName } from "#console/words/words.ts";
import { Badge } from "#kit/badge.tsx";
import { Button, ButtonLink } from "#kit/button.tsx";
import { FilterBar } from "#kit/filters.tsx";
import { moneyText, wholeText } from "#kit/format.ts";
import { Link } from "#kit/link.tsx";
import { List } from "#kit/list.tsx";
import { Card, LongText, PageHeader } from "#kit/page-layout.tsx";
import { EmptyState } from "#kit/states.tsx";
import { type Column, FILLS } from "#kit/table.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { CreateTenantDialog } from "./create-tenant.tsx";
import { TENANT_FILTERS, tenantsInput, tenantsOptions } from "./tenant-filters.ts";

type TenantsPage = ConsoleOutputs["operator"]["tenants"];
export type TenantRow = TenantsPage["tenants"][number];

/** Open or closed: the operator suspends and closes tenants, and can reopen both. */
export const TenantState = ({ isActive }: { isActive: boolean }) => (
  <Badge tone={isActive ? "ok" : "danger"}>{isActive ? "Open" : "Closed"}</Badge>
);

const COLUMNS: readonly Column<TenantRow>[] = [
  {
    id: "name",
    name: "Tenant",
    className: FILLS,
    cell: ({ id, name, isActive, billing, quota }) => (
      <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
        <Link href={operatorTenantPath(id)} prefetch={false} className="cover-link font-medium">
          <LongText text={name} lines={2} />
        </Link>
        <code className="truncate text-2xs text-soft">{id}</code>
        <span className="flex flex-wrap items-center gap-2 text-xs text-soft sm:hidden">
          <TenantState isActive={isActive} />
          {planName(billing.plan)} · {wholeText(billing.used)} of {wholeText(quota.ceiling)}
        </span>
      </span>
    ),
  },
  {
    id: "state",
    name: "State",
    className: "hidden sm:table-cell",
    cell: ({ isActive }) => <TenantState isActive={isActive} />,
  },
  {
    id: "plan",
    name: "Plan",
    className: "hidden sm:table-cell",
    cell: ({ billing }) => planName(billing.plan),
  },
  {
    id: "used",
    name: "Live this month",
    className: "hidden text-right tabular sm:table-cell",
    cell: ({ billing }) => wholeText(billing.used),
  },
  {
    id: "limit",
    name: "Limit",
    className: "hidden text-right tabular md:table-cell",
    cell: ({ quota }) => wholeText(quota.ceiling),
  },
  {
    id: "due",
    name: "Due",
    className: "hidden text-right tabular md:table-cell",
    cell: ({ billing }) => moneyText(billing.amountDue, billing.currency),
  },
];

type PagingProps = { data: TenantsPage; url: URLSearchParams };

/** The pages of the list have addresses, so that a reload and Back keep the place. */
const Paging = ({ data: { tenants, nextCursor }, url }: PagingProps) => {
  const to = (after: string | null): string => {
    const next = new URLSearchParams(url);
    next.delete("after");
    if (after !== null) next.set("after", after);
    return operatorPath(`tenants${next.size > 0 ? `?${next}` : ""}`);
  };
  return (
    <footer className="flex min-h-12 flex-wrap items-center justify-between gap-3 border-t px-4 py-2 text-xs text-soft">
      <span aria-live="polite">
        {wholeText(tenants.length)} {tenants.length === 1 ? "tenant" : "tenants"} on this page, newest first
      </span>
      <span className="flex gap-2">
        {url.has("after") && <ButtonLink href={to(null)}>First page</ButtonLink>}
        {nextCursor !== null && <ButtonLink href={to(nextCursor)}>Next page</ButtonLink>}
      </span>
    </footer>
  );
};

/** Every tenant of the deployment, found by name or id and by plan and state. */
export const TenantsScreen = () => {
  const trpc = useTRPC();
  const [url, setUrl] = useUrlState();
  const input = tenantsInput((name) => url.get(name));
  const query = useQuery({ ...tenantsOptions(trpc, input), placeholderData: keepPreviousData });
  const isFiltered = TENANT_FILTERS.some(({ name }) => url.has(name));
  return (
    <>
      <PageHeader
        title="Tenants"
        about="Everyone who checks ages with this deployment. Months are UTC."
        actions={
          <Button look="primary" onClick={() => setUrl({ new: "1" })}>
            <Plus size={15} aria-hidden="true" />
            Create tenant
          </Button>
        }
      />
      <FilterBar
        label="Filter tenants"
        filters={TENANT_FILTERS}
        query={url}
        input={tenantsInput}
        hasDays={false}
        // Another filter begins at the first page.
        onChange={(changes) => setUrl({ ...changes, after: "" })}
      />
      <Card isFlush>
        <QueryView query={query} skeleton={<CardSkeleton rows={10} />}>
          {(data) => (
            <List
              label="Tenants, newest first"
              columns={COLUMNS}
              rows={data.tenants}
              rowId={({ id }) => id}
              footer={<Paging data={data} url={url} />}
              empty={
                <EmptyState
                  icon={Building2}
                  title={isFiltered ? "No tenants match these filters" : "No tenants yet"}
                >
                  {isFiltered
                    ? "Search finds part of a name, or a whole id."
                    : "Create the first one, or let people sign up themselves."}
                </EmptyState>
              }
            />
          )}
        </QueryView>
      </Card>
      <CreateTenantDialog isOpen={url.has("new")} onClose={() => setUrl({ new: "" })} />
    </>
  );
};
