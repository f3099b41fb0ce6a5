import { BellRing } from "lucide-react";
import { useTRPC, useTRPCClient } from "#console/client/api-provider.tsx";
import { NewestList } from "#console/client/newest-list.tsx";
import { useUrlState } from "#console/client/use-url-state.ts";
import { Badge } from "#kit/badge.tsx";
import { FilterBar } from "#kit/filters.tsx";
import { Link } from "#kit/link.tsx";
import { EmptyState } from "#kit/states.tsx";
import { type Column, FILLS } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { AlertEnd } from "./alert-end.tsx";
import { ALERT_FILTERS, alertsInput, alertsOptions } from "./alert-filters.ts";

type Alert = ConsoleOutputs["alerts"]["list"]["alerts"][number];

const LINK_NAMES: Readonly<Record<string, string>> = {
  webhooks: "Open the endpoint",
  usage: "Open usage and billing",
  keys: "Open API keys",
  settings: "Open settings",
  requests: "Open requests",
};

/** Names the page that an address such as `/console/ten_…/webhooks/wep_…` leads to. */
const linkName = (url: string): string => LINK_NAMES[url.split("/")[3] ?? ""] ?? "Open the overview";

const COLUMNS: readonly Column<Alert>[] = [
  {
    id: "state",
    name: "State",
    className: "w-20",
    cell: ({ resolvedAt }) =>
      resolvedAt === null ? <Badge tone="warn">Open</Badge> : <Badge tone="neutral">Past</Badge>,
  },
  {
    id: "alert",
    name: "Alert",
    className: FILLS,
    cell: ({ title, says, todo, url, raisedAt, resolvedAt, because }) => (
      <span className="grid grid-cols-[minmax(0,1fr)] gap-1 wrap-anywhere whitespace-normal">
        <span className="font-medium">{title}</span>
        <span>{says}</span>
        {resolvedAt === null ? <span className="text-soft">{todo}</span> : <AlertEnd because={because} />}
        <span className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
          <span className="md:hidden">
            Began <Time at={raisedAt} />
          </span>
          {resolvedAt && (
            <span>
              Over since <Time at={resolvedAt} />
            </span>
          )}
          <Link href={url} className="text-sm font-medium pointer-coarse:py-2">
            {linkName(url)}
          </Link>
        </span>
      </span>
    ),
  },
  {
    id: "began",
    name: "Began",
    className: "hidden whitespace-nowrap md:table-cell",
    cell: ({ raisedAt }) => <Time at={raisedAt} />,
  },
];

/** The tenant's alerts, newest first: what each says, and what to do about those that are open. */
export const AlertList = () => {
  const [url, setUrl] = useUrlState();
  const input = alertsInput((name) => url.get(name));
  const isFiltered = Object.keys(input).length > 1;
  const trpc = useTRPC();
  const client = useTRPCClient();
  return (
    <>
      <FilterBar
        label="Filter alerts"
        filters={ALERT_FILTERS}
        query={url}
        input={alertsInput}
        onChange={setUrl}
        hasDays={false}
      />
      <NewestList
        options={alertsOptions(trpc, input)}
        read={() => client.alerts.list.query(input)}
        name="alerts"
        rowId={({ id }) => id}
        label="Alerts, newest first"
        noun="alerts"
        columns={COLUMNS}
        skeletonRows={5}
        empty={
          <EmptyState icon={BellRing} title={isFiltered ? "No alerts match these filters" : "No alerts"}>
            {isFiltered
              ? "Past alerts are kept for 90 days."
              : "When an endpoint fails, a key is about to expire or a quota is nearly used, it appears here and says what to do."}
          </EmptyState>
        }
      />
    </>
  );
};
