"use client";
import { useQuery } from "@tanstack/react-query";
import { Settings2 } from "lucide-react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { CardSkeleton, QueryView } from "#console/client/query-view.tsx";
import { useUrlState } from "#console/client/use-url-state.ts";
import { oneOf } from "#console/words/words.ts";
import { Badge } from "#kit/badge.tsx";
import { type Filter, FilterBar } from "#kit/filters.tsx";
import { List } from "#kit/list.tsx";
import { Card, DASH, LongText, PageHeader } from "#kit/page-layout.tsx";
import { EmptyState, Notice } from "#kit/states.tsx";
import { type Column, FILLS } from "#kit/table.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";

type Setting = ConsoleOutputs["operator"]["settings"]["settings"][number];

const KINDS = ["set", "default", "secret"] as const;

const FILTERS: readonly Filter[] = [
  { name: "search", label: "Search by name", placeholder: "Part of a name" },
  {
    name: "kind",
    label: "Which",
    any: "All settings",
    choices: [
      { value: "set", label: "Set here" },
      { value: "default", label: "Left at the default" },
      { value: "secret", label: "Secrets" },
    ],
  },
];

const Value = ({ kind, value, fingerprint }: Pick<Setting, "kind" | "value" | "fingerprint">) => {
  if (kind === "secret") return fingerprint === null ? DASH : <span className="text-soft">secret</span>;
  if (value === null || value.every(({ text }) => text === "")) return DASH;
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
      {value.map(({ label, text }) => (
        <li key={`${label} ${text}`} className="flex min-w-0 items-baseline gap-2 text-xs">
          {label !== null && <span className="shrink-0 text-soft">{label}</span>}
          <LongText text={text} lines={3} className="min-w-0 font-mono" />
        </li>
      ))}
    </ul>
  );
};

const COLUMNS: readonly Column<Setting>[] = [
  {
    id: "name",
    name: "Setting",
    // A name is read whole, in one line, wherever there is room beside it.
    className: "sm:min-w-64",
    sortBy: ({ name }) => name,
    cell: (setting) => (
      <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
        <code className="text-xs font-medium wrap-anywhere">{setting.name}</code>
        <span className="sm:hidden">
          <Value {...setting} />
        </span>
        {setting.fingerprint && (
          <code className="text-2xs text-soft md:hidden">fingerprint {setting.fingerprint}</code>
        )}
      </span>
    ),
  },
  {
    id: "value",
    name: "Value",
    className: `hidden sm:table-cell ${FILLS}`,
    cell: (setting) => <Value {...setting} />,
  },
  {
    id: "fingerprint",
    name: "Fingerprint",
    className: "hidden md:table-cell",
    cell: ({ fingerprint }) => (fingerprint === null ? DASH : <code className="text-xs">{fingerprint}</code>),
  },
  {
    id: "set",
    name: "From",
    className: "w-24",
    sortBy: ({ isSet }) => (isSet ? 0 : 1),
    cell: ({ isSet }) =>
      isSet ? <Badge tone="info">Set</Badge> : <span className="text-soft">Default</span>,
  },
];

const isShown = (
  { name, kind, isSet }: Setting,
  search: string,
  wanted: (typeof KINDS)[number] | undefined,
) => {
  if (!name.toLowerCase().includes(search.trim().toLowerCase())) return false;
  if (wanted === "secret") return kind === "secret";
  return wanted === undefined || isSet === (wanted === "set");
};

/** What statements lack while a setting is not set. */
const SellerNotice = ({ settings }: { settings: readonly Setting[] }) =>
  settings.some(({ name, isSet }) => name === "OPERATOR_NAME" && !isSet) ? (
    <div className="mb-4">
      <Notice tone="warn">
        Statements name no seller, and practice statements no operator. Set OPERATOR_NAME to the name in your
        contracts, and OPERATOR_ADDRESS and OPERATOR_TAX_ID if your customers need them. Statements that are
        final stay as they are.
      </Notice>
    </div>
  ) : null;

/** The settings of the process that answers, as it runs. */
export const OperatorSettingsScreen = () => {
  const [url, setUrl] = useUrlState();
  const query = useQuery(useTRPC().operator.settings.queryOptions());
  const wanted = oneOf(KINDS, url.get("kind"));
  return (
    <>
      <PageHeader
        title="Settings"
        about="As the process that answered runs with them. Of a secret you see only a keyed fingerprint: two processes with the same fingerprint have the same secret. To change a setting, change the environment and restart."
      />
      {query.data && <SellerNotice settings={query.data.settings} />}
      <FilterBar label="Filter settings" filters={FILTERS} query={url} hasDays={false} onChange={setUrl} />
      <Card isFlush>
        <QueryView query={query} skeleton={<CardSkeleton rows={12} />}>
          {({ settings }) => {
            const rows = settings.filter((setting) => isShown(setting, url.get("search") ?? "", wanted));
            return (
              <List
                label="Settings"
                columns={COLUMNS}
                rows={rows}
                rowId={({ name }) => name}
                empty={
                  <EmptyState icon={Settings2} title="No settings match these filters">
                    Search finds part of a name, such as “WALLET”.
                  </EmptyState>
                }
              />
            );
          }}
        </QueryView>
      </Card>
    </>
  );
};
