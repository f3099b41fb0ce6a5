import { TenantLink } from "#console/client/access.tsx";
import { requestPath } from "#console/client/paths.ts";
import { HttpStatus, ModeBadge } from "#console/words/badges.tsx";
import { durationText } from "#kit/format.ts";
import { DASH } from "#kit/page-layout.tsx";
import type { Column } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";

type LogLine = ConsoleOutputs["reports"]["logs"]["logs"][number];

export const LOG_COLUMNS: readonly Column<LogLine>[] = [
  { id: "status", name: "Status", className: "w-20", cell: ({ status }) => <HttpStatus status={status} /> },
  {
    id: "request",
    name: "Request",
    className: "max-w-0 w-full",
    cell: ({ method, url, requestId }) => (
      <TenantLink
        to={requestPath}
        of={requestId}
        prefetch={false}
        className="cover-link focus-inset block truncate font-mono text-xs text-ink no-underline print:wrap-anywhere!"
      >
        <span className="text-soft">{method}</span> {url}
      </TenantLink>
    ),
  },
  {
    id: "code",
    name: "Error",
    className: "hidden md:table-cell print:table-cell whitespace-nowrap print:whitespace-normal",
    cell: ({ code }) => (code ? <code className="text-xs print:wrap-anywhere">{code}</code> : DASH),
  },
  {
    id: "mode",
    name: "Mode",
    className: "hidden md:table-cell print:table-cell w-16",
    // The mode of the key that came with the request; a person's browser sends none.
    cell: ({ mode }) => (mode === null ? DASH : <ModeBadge mode={mode} />),
  },
  {
    id: "requestId",
    name: "Request id",
    className: "hidden xl:table-cell print:table-cell",
    cell: ({ requestId }) => <code className="text-xs text-soft print:wrap-anywhere">{requestId}</code>,
  },
  {
    id: "took",
    name: "Took",
    className: "hidden sm:table-cell w-20 text-right whitespace-nowrap tabular",
    cell: ({ durationMs }) => durationText(durationMs),
  },
  {
    id: "time",
    name: "Time",
    className: "w-36 text-right",
    cell: ({ time }) => <Time at={time} as="exact" />,
  },
];
