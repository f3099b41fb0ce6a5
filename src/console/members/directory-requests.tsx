import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { HttpStatus } from "#console/words/badges.tsx";
import { DIRECTORY_FAULTS } from "#core/access/directory-faults.ts";
import { List } from "#kit/list.tsx";
import { Card, DASH } from "#kit/page-layout.tsx";
import type { Column } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";

type Request = ConsoleOutputs["directory"]["requests"]["requests"][number];
type Refusal = Request["refused"][number];

const OURS = "Something went wrong on our side.";

const REASONS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(DIRECTORY_FAULTS).map(([fault, { says }]) => [fault, says] as const),
  ["CONFLICT", "Another user has this user name, or there are 5,000 users already."],
  ["LAST_OWNER", "This person is the tenant’s last owner."],
  ["NOT_FOUND", "There is no such user or resource."],
  ["TENANT_CLOSED", "This tenant is closed."],
  ["RATE_LIMIT_EXCEEDED", "Too many filters that find no one, within a minute."],
  ["METHOD_NOT_ALLOWED", "The address does not support this method."],
  ["PAYLOAD_TOO_LARGE", "The body is larger than 64 KiB."],
  ["INVALID_REQUEST_BODY", "The body is not JSON that can be read."],
  ["INVALID_PARAMETERS", "startIndex and count must be whole numbers."],
  ["INTERNAL_ERROR", OURS],
  ["DATABASE_ERROR", OURS],
  ["CACHE_ERROR", OURS],
]);

/** A fault's own text names its attribute already. */
const refusalText = ({ attribute, reason }: Refusal): string => {
  const text = REASONS.get(reason) ?? reason;
  return attribute === null || text.startsWith(attribute) ? text : `${attribute}: ${text}`;
};

const OUTSIDE = "others that the schema does not name";

const Named = ({ label, names }: { label: string; names: readonly (string | null)[] }) =>
  names.length > 0 && (
    <span className="wrap-anywhere">
      <span className="text-soft">{label} </span>
      {[...names.filter((name) => name !== null), ...(names.includes(null) ? [OUTSIDE] : [])].join(", ")}
    </span>
  );

const Outcome = ({ kept, dropped, refused }: Request) => (
  <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5 text-xs">
    <Named label="Kept" names={kept} />
    <Named label="Dropped" names={dropped} />
    {refused.map((each) => (
      <span key={refusalText(each)} className="wrap-anywhere">
        <span className="text-danger">Refused </span>
        {refusalText(each)}
      </span>
    ))}
  </span>
);

const isPlain = ({ kept, dropped, refused }: Request): boolean =>
  kept.length + dropped.length + refused.length === 0;

const COLUMNS: readonly Column<Request>[] = [
  {
    id: "request",
    name: "Request",
    className: "w-full max-w-0 align-top sm:w-auto sm:max-w-none sm:whitespace-nowrap",
    // On a phone, the outcome has no separate column.
    cell: (request) => (
      <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5 sm:grid-cols-[auto]">
        <code className="text-xs">
          {request.method} {request.path}
        </code>
        <span className="text-xs text-soft">
          <Time at={request.at} />
        </span>
        <span className="sm:hidden">
          <Outcome {...request} />
        </span>
      </span>
    ),
  },
  {
    id: "outcome",
    name: "Outcome",
    className: "hidden w-full align-top sm:table-cell",
    cell: (request) => (isPlain(request) ? DASH : <Outcome {...request} />),
  },
  {
    id: "status",
    name: "Answer",
    className: "w-20 align-top text-right",
    cell: ({ status }) => <HttpStatus status={status} />,
  },
];

const FIRST = 10;

/** The last requests of the directory, and their outcome. */
export const DirectoryRequests = () => {
  const [isWhole, setIsWhole] = useState(false);
  const { data, isFetching } = useQuery(useTRPC().directory.requests.queryOptions());
  if (!data) return null;
  const { requests } = data;
  const rows = isWhole ? requests : requests.slice(0, FIRST);
  return (
    <Card
      title="Your directory’s last 50 requests"
      about="Which attributes were kept, which were dropped because nothing here needs them, and what was refused. Names only: values are never written down."
      isFlush={requests.length > 0}
    >
      <List
        label="The directory’s last requests"
        columns={COLUMNS}
        rows={rows}
        rowId={({ number }) => String(number)}
        end={{
          noun: "requests",
          total: requests.length,
          isBusy: isFetching,
          onMore: () => setIsWhole(true),
        }}
        empty={<p className="text-sm text-soft">Your directory has not called yet.</p>}
      />
    </Card>
  );
};
