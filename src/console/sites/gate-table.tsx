"use client";
import type { ReactNode } from "react";
import { useAccess } from "#console/client/access.tsx";
import { Button } from "#kit/button.tsx";
import { wholeText } from "#kit/format.ts";
import { List } from "#kit/list.tsx";
import { LongText } from "#kit/page-layout.tsx";
import { actionsColumn, type Column, FILLS } from "#kit/table.tsx";
import { ageText, type Gate, tryAddress } from "./gate-words.ts";

type Count = keyof Gate["today"];

const COUNTS: readonly { id: Count; name: string; word: string }[] = [
  { id: "passes", name: "Let through", word: "let through" },
  { id: "refusals", name: "Refused", word: "refused" },
  { id: "starts", name: "Started", word: "started" },
  { id: "approvals", name: "Approved", word: "approved" },
];

const todayText = (today: Gate["today"]): string =>
  COUNTS.map(({ id, word }) => `${wholeText(today[id])} ${word}`).join(" · ");

const COLUMNS: readonly Column<Gate>[] = [
  {
    id: "name",
    name: "Site",
    className: FILLS,
    sortBy: ({ name }) => name.toLowerCase(),
    cell: (gate) => (
      <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
        <LongText text={gate.name} className="font-medium" />
        <span className="truncate text-xs text-soft" title={gate.origin}>
          {gate.host}
        </span>
        <span className="text-xs text-soft sm:hidden">{ageText(gate)}</span>
        <span className="text-xs text-soft xl:hidden">Today: {todayText(gate.today)}</span>
      </span>
    ),
  },
  {
    id: "age",
    name: "Asks for",
    className: "hidden min-w-28 sm:table-cell",
    sortBy: ({ minimumAge }) => minimumAge,
    cell: ageText,
  },
  ...COUNTS.map(
    ({ id, name }): Column<Gate> => ({
      id,
      name,
      className: "hidden xl:table-cell tabular whitespace-nowrap",
      sortBy: ({ today }) => -today[id],
      cell: ({ today }) => wholeText(today[id]),
    }),
  ),
];

type Props = {
  gates: readonly Gate[];
  /** In place of a table without gates. */
  empty: ReactNode;
  refusal: string | null;
  onOpen: (gate: Gate) => void;
};

/** The gates of one mode with today's numbers (UTC). */
export const GateTable = ({ gates, empty, refusal, onOpen }: Props) => {
  const { baseUrl } = useAccess();
  const actions = actionsColumn((gate: Gate) => (
    <span className="flex max-w-24 flex-wrap justify-end gap-2 xl:max-w-none xl:flex-nowrap">
      <Button
        size="sm"
        refusal={refusal}
        aria-label={`Try it: ${gate.name}`}
        onClick={() => window.open(tryAddress(baseUrl, gate), "_blank", "noopener")}
      >
        Try it
      </Button>
      <Button size="sm" aria-label={`Details: ${gate.name}`} onClick={() => onOpen(gate)}>
        Details
      </Button>
    </span>
  ));
  return (
    <List
      label="Gates, newest first, with today’s numbers"
      columns={[...COLUMNS, actions]}
      rows={gates}
      rowId={({ siteId }) => siteId}
      empty={empty}
      footer={
        <p className="hidden border-t px-4 py-2 text-xs text-soft xl:block">
          The numbers are today’s, in UTC: requests let through and refused, age checks started and approved.
        </p>
      }
    />
  );
};
