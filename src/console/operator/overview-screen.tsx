"use client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ChevronRight, CircleAlert, CircleCheck, Info, Plus, TriangleAlert } from "lucide-react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { operatorPath } from "#console/client/paths.ts";
import { QueryView } from "#console/client/query-view.tsx";
import { Button, ButtonLink } from "#kit/button.tsx";
import { serviceDate } from "#kit/clock/service-time.ts";
import { shareText, wholeText } from "#kit/format.ts";
import { Link } from "#kit/link.tsx";
import { Card, PageHeader, StatRow, StatTile } from "#kit/page-layout.tsx";
import { EmptyState, Notice, Skeleton } from "#kit/states.tsx";
import { TableSkeleton } from "#kit/table.tsx";
import { type Finding, findingsOf } from "./attention.ts";
import { sumsText } from "./money.ts";
import { OperatorAlerts } from "./operator-alerts.tsx";
import {
  OVERVIEW_CERTIFICATES,
  OVERVIEW_RATES,
  OVERVIEW_WEBHOOKS,
  overviewUsage,
  visitsOptions,
} from "./operator-queries.ts";

const ICONS = { danger: CircleAlert, warn: TriangleAlert, info: Info } as const;
const TONES = { danger: "text-danger", warn: "text-warn", info: "text-info" } as const;
const TONE_NAMES = { danger: "Urgent: ", warn: "Warning: ", info: "" } as const;

const FindingRow = ({ finding: { tone, text, href, place } }: { finding: Finding }) => {
  const Icon = ICONS[tone];
  return (
    <li className="border-t first:border-t-0">
      <Link
        href={href}
        className="focus-inset flex min-h-11 items-center gap-3 px-4 py-2 text-sm text-ink no-underline hover:bg-hover"
      >
        <Icon size={16} className={`shrink-0 ${TONES[tone]}`} aria-hidden="true" />
        <span className="min-w-0 grow wrap-anywhere">
          <span className="sr-only">{TONE_NAMES[tone]}</span>
          {text}
        </span>
        <span className="hidden shrink-0 text-xs text-soft sm:inline">{place}</span>
        <ChevronRight size={14} className="shrink-0 text-soft" aria-hidden="true" />
      </Link>
    </li>
  );
};

const useFacts = () => {
  const { operator } = useTRPC();
  return {
    webhooks: useQuery(operator.webhooks.queryOptions(OVERVIEW_WEBHOOKS)),
    system: useQuery(operator.system.queryOptions()),
    certificates: useQuery(operator.certificates.queryOptions(OVERVIEW_CERTIFICATES)),
    trust: useQuery(operator.trust.queryOptions()),
    usage: useQuery(operator.usage.queryOptions(overviewUsage())),
    settings: useQuery(operator.settings.queryOptions()),
    alerts: useQuery(operator.alerts.queryOptions()),
  };
};

const Attention = ({ facts }: { facts: ReturnType<typeof useFacts> }) => {
  const visits = useInfiniteQuery(visitsOptions(useTRPC()));
  const { webhooks, system, certificates, trust, usage, settings, alerts } = facts;
  const all = Object.values(facts);
  const findings = findingsOf(
    {
      webhooks: webhooks.data,
      system: system.data,
      certificates: certificates.data,
      trust: trust.data,
      usage: usage.data,
      settings: settings.data,
      alerts: alerts.data?.open ?? [],
      visits: visits.data?.pages.flatMap((page) => page.visits) ?? [],
    },
    serviceDate(),
  );
  const failed = all.filter(({ isError }) => isError);
  const isLoading = all.some(({ isPending, isError }) => isPending && !isError);
  return (
    <Card title="Needs attention" about="The most urgent first" isFlush>
      {failed.length > 0 && (
        <div className="px-4 pb-4">
          <Notice tone="danger">
            <span className="flex flex-wrap items-center justify-between gap-2">
              Some facts did not load, so this list may be incomplete.
              <Button
                size="sm"
                onClick={() => {
                  for (const query of failed) void query.refetch();
                }}
              >
                Try again
              </Button>
            </span>
          </Notice>
        </div>
      )}
      {findings.length > 0 && (
        <ul className="border-t">
          {findings.map((finding) => (
            <FindingRow key={finding.id} finding={finding} />
          ))}
        </ul>
      )}
      {isLoading && <TableSkeleton rows={2} />}
      {!isLoading && failed.length === 0 && findings.length === 0 && (
        <EmptyState icon={CircleCheck} title="Nothing needs your attention">
          Endpoints, migrations, processes, certificates, trust lists and limits are as they should be.
        </EmptyState>
      )}
    </Card>
  );
};

/** The state of the deployment at a glance, and what needs the operator. */
export const OperatorOverviewScreen = () => {
  const facts = useFacts();
  const { usage, webhooks } = facts;
  const rates = useQuery(useTRPC().operator.rates.queryOptions(OVERVIEW_RATES));
  return (
    <>
      <PageHeader
        title="Overview"
        about="This deployment, over all its tenants."
        actions={
          <ButtonLink look="primary" href={operatorPath("tenants?new=1")}>
            <Plus size={15} aria-hidden="true" />
            Create tenant
          </ButtonLink>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryView query={usage} skeleton={<Skeleton className="h-24 rounded-lg" />}>
          {({ totals }) => (
            <StatRow>
              <StatTile name="Tenants" value={wholeText(totals.tenants)} note="open and closed" />
              <StatTile
                name="Live this month"
                value={wholeText(totals.used)}
                note={`${sumsText(totals.amounts.map(({ currency, amountDue }) => ({ currency, amount: amountDue })))} due so far`}
              />
              <StatTile
                name="Approved, 7 days"
                value={
                  rates.data?.whole.approvalRate == null ? "–" : shareText(rates.data.whole.approvalRate, 1)
                }
                note={
                  rates.data
                    ? `of ${wholeText(rates.data.whole.approved + rates.data.whole.rejected)} decided`
                    : "…"
                }
              />
              <StatTile
                name="Webhooks waiting"
                value={webhooks.data ? wholeText(webhooks.data.queue.depth) : "–"}
                note="of all tenants"
              />
            </StatRow>
          )}
        </QueryView>
        <Attention facts={facts} />
        <OperatorAlerts />
      </div>
    </>
  );
};
