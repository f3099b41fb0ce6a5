"use client";
import { useQuery } from "@tanstack/react-query";
import { ServerCog } from "lucide-react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { QueryView } from "#console/client/query-view.tsx";
import { SILENT_MINUTES } from "#core/operator/findings.ts";
import { counted } from "#core/text.ts";
import { Badge } from "#kit/badge.tsx";
import { List } from "#kit/list.tsx";
import { Card, Facts, PageHeader } from "#kit/page-layout.tsx";
import { CardsSkeleton, EmptyState, Notice } from "#kit/states.tsx";
import { type Column, FILLS } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { newestColumn } from "./columns.tsx";

type System = ConsoleOutputs["operator"]["system"];
type Process = System["processes"][number];

const REASONS: Readonly<Record<NonNullable<System["health"]["reasons"]>[number], string>> = {
  database_unreachable: "the database cannot be reached",
  database_silent: "the database does not answer",
  database_read_only: "the database takes no writes",
  cache_unreachable: "the cache cannot be reached",
  process_broken: "this process is broken and about to be replaced",
  shutting_down: "this process is shutting down",
};

// Intl has no binary units, and Postgres counts in them.
const MIB = 1024 * 1024;
const sizeText = (bytes: number): string =>
  bytes >= 1024 * MIB ? `${(bytes / (1024 * MIB)).toFixed(1)} GiB` : `${Math.ceil(bytes / MIB)} MiB`;

const KIND_NAMES: Readonly<Record<string, string>> = { worker: "Worker", serve: "Service" };

const PROCESSES: readonly Column<Process>[] = [
  {
    id: "kind",
    name: "Process",
    className: FILLS,
    sortBy: ({ kind }) => kind,
    cell: ({ id, kind, seenAt, version }) => (
      <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
        <span className="font-medium">{KIND_NAMES[kind] ?? kind}</span>
        <code className="truncate text-2xs text-soft">{id}</code>
        <span className="text-xs text-soft sm:hidden">
          {version}, last sign <Time at={seenAt} as="relative" />
        </span>
      </span>
    ),
  },
  {
    id: "state",
    name: "State",
    cell: ({ isSilent }) =>
      isSilent ? <Badge tone="danger">Silent</Badge> : <Badge tone="ok">Running</Badge>,
  },
  newestColumn("seen", "Last sign of life", "sm", ({ seenAt }) => seenAt, "relative"),
  newestColumn("started", "Started", "md", ({ startedAt }) => startedAt, "long"),
  {
    id: "version",
    name: "Version",
    className: "hidden sm:table-cell",
    sortBy: ({ version }) => version,
    cell: ({ version }) => <code className="text-xs">{version}</code>,
  },
  {
    id: "host",
    name: "Machine",
    className: "hidden xl:table-cell",
    sortBy: ({ host }) => host,
    cell: ({ host }) => <code className="text-xs">{host}</code>,
  },
];

const Names = ({ names }: { names: readonly string[] }) => (
  <ul className="mt-1 grid gap-0.5">
    {names.map((name) => (
      <li key={name}>
        <code className="text-xs wrap-anywhere">{name}</code>
      </li>
    ))}
  </ul>
);

const migrationCount = (count: number): string => counted(count, "migration");

const Migrations = ({
  migrations: { applied, pending, unfinished, unknown },
}: Pick<System, "migrations">) => (
  <Card title="Migrations" about={`${migrationCount(applied.length)} applied`}>
    <div className="grid gap-3">
      {unfinished.length > 0 && (
        <Notice tone="danger">
          {migrationCount(unfinished.length)} began and did not end. Look into the log of the migration before
          you try again.
          <Names names={unfinished} />
        </Notice>
      )}
      {pending !== null && pending.length > 0 && (
        <Notice tone="warn">
          {migrationCount(pending.length)} of this release {pending.length === 1 ? "is" : "are"} not in the
          database. Run “npm run migrate”.
          <Names names={pending} />
        </Notice>
      )}
      {unknown.length > 0 && (
        <Notice tone="warn">
          The database has {migrationCount(unknown.length)} that this release does not know: a newer release
          has migrated it.
          <Names names={unknown} />
        </Notice>
      )}
      {unfinished.length === 0 && pending?.length === 0 && unknown.length === 0 && (
        <Notice tone="ok">The database is as this release needs it.</Notice>
      )}
      {pending === null && (
        <Notice>
          This process has no list of its release’s migrations, so it cannot tell what is missing.
        </Notice>
      )}
      <details className="text-sm">
        <summary className="cursor-pointer">Applied migrations</summary>
        <Names names={applied} />
      </details>
    </div>
  </Card>
);

const SystemView = ({ data }: { data: System }) => {
  const { software, node, postgres, databaseBytes, startedAt, health, migrations, processes } = data;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {health.reasons && (
        <Notice tone="danger">
          The service is degraded: {health.reasons.map((reason) => REASONS[reason]).join(", ")}.
        </Notice>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <Card title="Versions" about="Of the process that answered">
          <Facts
            facts={{
              State:
                health.status === "ok" ? (
                  <Badge tone="ok">Healthy</Badge>
                ) : (
                  <Badge tone="danger">Degraded</Badge>
                ),
              Lintel: software.version,
              "Node.js": node,
              PostgreSQL: postgres,
              Database: sizeText(databaseBytes),
              Cache: health.cache,
              "Running since": <Time at={startedAt} as="long" />,
            }}
          />
        </Card>
        <Migrations migrations={migrations} />
      </div>
      <Card
        title="Processes"
        about={`Each gives a sign of life; one without any for ${SILENT_MINUTES} minutes is shown as silent`}
        isFlush
      >
        <List
          label="Processes"
          columns={PROCESSES}
          rows={processes}
          rowId={({ id }) => id}
          empty={
            <EmptyState icon={ServerCog} title="No process has given a sign of life">
              Start the worker: without it no webhook is sent and nothing is erased in time.
            </EmptyState>
          }
        />
      </Card>
    </div>
  );
};

const REFRESH_MS = 15_000;

/** What runs: versions, migrations and processes with their last sign of life. */
export const SystemScreen = () => {
  const query = useQuery({
    ...useTRPC().operator.system.queryOptions(),
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      <PageHeader title="System" about="Read again every 15 seconds while this page is open." />
      <QueryView query={query} skeleton={<CardsSkeleton />}>
        {(data) => <SystemView data={data} />}
      </QueryView>
    </>
  );
};
