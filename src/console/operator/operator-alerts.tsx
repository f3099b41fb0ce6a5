import { useQuery } from "@tanstack/react-query";
import { BellRing } from "lucide-react";
import { AlertEnd } from "#console/alerts/alert-end.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { QueryView } from "#console/client/query-view.tsx";
import { Badge } from "#kit/badge.tsx";
import { Card } from "#kit/page-layout.tsx";
import { EmptyState } from "#kit/states.tsx";
import { TableSkeleton } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";

const REFRESH_MS = 60_000;

type Alert = ConsoleOutputs["operator"]["alerts"]["open"][number];

const AlertRow = ({ alert: { title, says, todo, raisedAt, resolvedAt, because } }: { alert: Alert }) => (
  <li className="grid grid-cols-[minmax(0,1fr)] gap-1 border-t px-4 py-3 text-sm wrap-anywhere">
    <span className="flex flex-wrap items-center gap-2">
      {resolvedAt === null ? <Badge tone="warn">Open</Badge> : <Badge tone="neutral">Past</Badge>}
      <span className="font-medium">{title}</span>
    </span>
    <span>{says}</span>
    {resolvedAt === null ? <span className="text-soft">{todo}</span> : <AlertEnd because={because} />}
    <span className="text-xs text-soft">
      Began <Time at={raisedAt} />
      {resolvedAt && (
        <>
          , over since <Time at={resolvedAt} />
        </>
      )}
    </span>
  </li>
);

/** The deployment's open alerts, and the last that are over. */
export const OperatorAlerts = () => {
  const query = useQuery({ ...useTRPC().operator.alerts.queryOptions(), refetchInterval: REFRESH_MS });
  return (
    <Card
      title="Alerts"
      about="Raised by the workers, and sent to ALERT_EMAILS and ALERT_SLACK_URL where they are set"
      isFlush
    >
      <QueryView query={query} skeleton={<TableSkeleton rows={2} />}>
        {({ open, past }) =>
          open.length + past.length === 0 ? (
            <EmptyState icon={BellRing} title="No alerts">
              Nothing has been raised for this deployment.
            </EmptyState>
          ) : (
            <ul aria-label="Alerts of this deployment">
              {[...open, ...past].map((alert) => (
                <AlertRow key={alert.id} alert={alert} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </Card>
  );
};
