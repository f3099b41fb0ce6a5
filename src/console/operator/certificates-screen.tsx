"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileBadge } from "lucide-react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { QueryView } from "#console/client/query-view.tsx";
import { endOf } from "#core/identity/certificate-end.ts";
import { counted } from "#core/text.ts";
import { Badge } from "#kit/badge.tsx";
import { serviceDate } from "#kit/clock/service-time.ts";
import { wholeText } from "#kit/format.ts";
import { List } from "#kit/list.tsx";
import { Card, Facts, PageHeader } from "#kit/page-layout.tsx";
import { CardsSkeleton, EmptyState } from "#kit/states.tsx";
import { type Column, DataTable, FILLS } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { TenantName, timeColumn } from "./columns.tsx";
import { useListed } from "./use-listed.ts";

type Certificates = ConsoleOutputs["operator"]["certificates"];
type TenantCertificate = Certificates["tenants"][number];
type SigningKey = Certificates["keys"][number];

const KINDS: Readonly<Record<TenantCertificate["kind"], string>> = {
  request: "Requests to wallets",
  registration: "Registration",
  reader: "Reader",
  registrar: "Google Wallet",
};

const EndBadge = ({ until }: { until: Date }) => {
  const { state, days } = endOf(until, serviceDate());
  if (state === "ended") return <Badge tone="danger">Ended</Badge>;
  if (state === "ok") return <Badge tone="ok">Valid</Badge>;
  return <Badge tone="warn">{days === 0 ? "Ends today" : `Ends in ${counted(days, "day")}`}</Badge>;
};

const TENANTS: readonly Column<TenantCertificate>[] = [
  {
    id: "tenant",
    name: "Tenant",
    className: FILLS,
    sortBy: ({ tenantName }) => tenantName.toLowerCase(),
    cell: ({ tenantId, tenantName, kind, fingerprint, validUntil }) => (
      <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
        <TenantName tenantId={tenantId} tenantName={tenantName} />
        <code title={fingerprint} className="truncate text-2xs text-soft">
          {fingerprint}
        </code>
        <span className="text-xs text-soft sm:hidden">
          {KINDS[kind]}, until <Time at={validUntil} as="long" />
        </span>
      </span>
    ),
  },
  {
    id: "kind",
    name: "For",
    className: "hidden sm:table-cell",
    sortBy: ({ kind }) => KINDS[kind],
    cell: ({ kind }) => KINDS[kind],
  },
  { id: "state", name: "State", cell: ({ validUntil }) => <EndBadge until={validUntil} /> },
  timeColumn("until", "Valid until", "sm", ({ validUntil }) => validUntil, "long"),
];

const USES: Readonly<Record<SigningKey["use"], string>> = {
  age_tokens: "Age tokens",
  id_tokens: "Sign in with age",
  erasure_receipts: "Receipts of erasure",
  practice_statements: "Practice statements",
};

const STATES = {
  signs: { tone: "ok", text: "Signs" },
  waits: { tone: "info", text: "Signs next" },
  published: { tone: "neutral", text: "Only published" },
  gone: { tone: "neutral", text: "Gone" },
} as const;

const KEYS: readonly Column<SigningKey>[] = [
  {
    id: "use",
    name: "Signs",
    className: FILLS,
    sortBy: ({ use }) => USES[use],
    cell: ({ use, kid }) => (
      <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
        <span className="font-medium">{USES[use]}</span>
        <code title={kid} className="truncate text-2xs text-soft">
          {kid}
        </code>
      </span>
    ),
  },
  {
    id: "state",
    name: "State",
    cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].text}</Badge>,
  },
  timeColumn("since", "Since", "sm", ({ since }) => since, "long"),
];

type ViewProps = { data: Certificates; isBusy: boolean; onMore: () => void };

const CertificatesView = ({
  data: { deployment, tenants, totals, keys, hosts },
  isBusy,
  onMore,
}: ViewProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <Card title="This deployment’s certificate" about="For requests to wallets of tenants without their own">
      {deployment === null ? (
        <p className="text-sm text-soft">
          None is set. Wallets that want signed requests are offered only to tenants that have set a
          certificate.
        </p>
      ) : (
        <Facts
          facts={{
            State: <EndBadge until={deployment.validUntil} />,
            "Valid until": <Time at={deployment.validUntil} as="long" />,
          }}
        />
      )}
    </Card>
    <Card
      title="Tenants’ hosts"
      about="Your proxy orders a certificate for each. Authorities limit how many one account orders"
    >
      <Facts
        facts={{ On: wholeText(hosts.on), "Proven in the last 24 hours": wholeText(hosts.provenInADay) }}
      />
    </Card>
    <Card title="Tenants’ certificates" about="Of open tenants; the first to end come first" isFlush>
      <List
        label="Tenants’ certificates"
        columns={TENANTS}
        rows={tenants}
        // One certificate can be listed for two things, which end at different times.
        rowId={({ id, kind }) => `${kind} ${id}`}
        end={{ noun: "certificates", total: totals.tenants, isBusy, onMore }}
        empty={<EmptyState icon={FileBadge} title="No tenant has set a certificate" />}
      />
    </Card>
    <Card title="Signing keys" about="Only their public ids are shown" isFlush>
      <DataTable label="Signing keys" columns={KEYS} rows={keys} rowId={({ use, kid }) => `${use} ${kid}`} />
    </Card>
  </div>
);

/** Certificates with their ends and signing keys with their ages. */
export const CertificatesScreen = () => {
  const { limit, onMore } = useListed();
  const query = useQuery({
    ...useTRPC().operator.certificates.queryOptions({ limit }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader
        title="Certificates"
        about="What ends, and what signs. Tenants replace their own certificates; yours is in the settings."
      />
      <QueryView query={query} skeleton={<CardsSkeleton />}>
        {(data) => <CertificatesView data={data} isBusy={query.isPlaceholderData} onMore={onMore} />}
      </QueryView>
    </>
  );
};
