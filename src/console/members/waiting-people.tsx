"use client";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "#console/client/api-provider.tsx";
import { Badge } from "#kit/badge.tsx";
import { Card, LongText } from "#kit/page-layout.tsx";
import { type Column, DataTable, FILLS } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { RoleBadge } from "./member-table.tsx";

type Person = ConsoleOutputs["directory"]["waiting"]["people"][number];

const COLUMNS: readonly Column<Person>[] = [
  {
    id: "name",
    name: "Name",
    className: FILLS,
    cell: ({ name, email }) => (
      <span className="grid leading-snug">
        {name !== null && <LongText text={name} className="font-medium" />}
        {email && <LongText text={email} className={name === null ? "font-medium" : "text-xs text-soft"} />}
      </span>
    ),
  },
  {
    id: "state",
    name: "State",
    cell: ({ hasDeclined }) => (
      <Badge tone={hasDeclined ? "neutral" : "warn"}>
        {hasDeclined ? "Declined or left" : "Has not accepted yet"}
      </Badge>
    ),
  },
  {
    id: "role",
    name: "Role",
    className: "hidden sm:table-cell",
    cell: ({ role }) => <RoleBadge role={role} />,
  },
  {
    id: "added",
    name: "Added",
    className: "hidden md:table-cell",
    cell: ({ addedAt }) => <Time at={addedAt} as="relative" />,
  },
];

/** People whom the directory has added and who are not members. */
export const WaitingPeople = () => {
  const { data } = useQuery(useTRPC().directory.waiting.queryOptions());
  if (!data || data.count === 0) return null;
  const { people, count } = data;
  return (
    <Card
      title="In the directory, not members"
      about={`They become members when they sign in here and accept. ${people.length < count ? `The newest ${people.length} of ${count}.` : ""}`}
      isFlush
    >
      <DataTable
        label="In the directory, not members"
        columns={COLUMNS}
        rows={people}
        rowId={({ id }) => id}
        isPart={people.length < count}
      />
    </Card>
  );
};
