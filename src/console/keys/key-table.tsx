"use client";
import { Pencil, RotateCw, Trash2 } from "lucide-react";
import { Badge } from "#kit/badge.tsx";
import { ActionMenu } from "#kit/menu/menu.tsx";
import { LongText } from "#kit/page-layout.tsx";
import { actionsColumn, type Column, DataTable, FILLS } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";

export type KeySummary = ConsoleOutputs["keys"]["list"][number];

export const isWorking = ({ state }: KeySummary): boolean => state === "active" || state === "expiring";

const LOOKS = {
  active: { tone: "ok", text: "Active" },
  expiring: { tone: "warn", text: "Expiring" },
  expired: { tone: "neutral", text: "Expired" },
  revoked: { tone: "danger", text: "Revoked" },
} as const;

export const KeyState = ({ state, expiresAt, revokedAt }: KeySummary) => {
  const at = state === "revoked" ? revokedAt : state === "active" ? null : expiresAt;
  return (
    <span className="flex items-center gap-2">
      <Badge tone={LOOKS[state].tone}>{LOOKS[state].text}</Badge>
      {at && (
        <span className="text-xs text-soft">
          <Time at={at} as="relative" />
        </span>
      )}
    </span>
  );
};

export type KeyAction = "rename" | "rotate" | "revoke";

type Props = {
  keys: readonly KeySummary[];
  /** Why this member cannot change the keys. */
  refusal: string | null;
  /** Why this member cannot rotate keys that may erase. */
  erasing: string | null;
  onAction: (action: KeyAction, key: KeySummary) => void;
};

const COLUMNS: readonly Column<KeySummary>[] = [
  {
    id: "name",
    name: "Name",
    className: FILLS,
    sortBy: ({ name }) => name.toLowerCase(),
    cell: (key) => (
      <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
        <LongText text={key.name} lines={3} className="font-medium" />
        <code className="text-xs text-soft sm:hidden">{key.hint}</code>
        <span className="flex flex-wrap items-center gap-2 sm:hidden">
          <KeyState {...key} />
          {key.mayErase && <Badge tone="neutral">May erase</Badge>}
          {key.mayListen && <Badge tone="neutral">May listen</Badge>}
        </span>
        <span className="text-xs text-soft wrap-anywhere">
          Created by {key.maker === null ? "the operator" : (key.maker.name ?? "a former member")}
        </span>
      </span>
    ),
  },
  {
    id: "hint",
    name: "Key",
    className: "hidden sm:table-cell",
    cell: ({ hint }) => <code className="text-xs whitespace-nowrap text-soft">{hint}</code>,
  },
  {
    id: "state",
    name: "State",
    sortBy: ({ state }) => state,
    className: "hidden sm:table-cell",
    cell: (key) => <KeyState {...key} />,
  },
  {
    id: "erases",
    name: "May erase",
    className: "hidden lg:table-cell",
    sortBy: ({ mayErase }) => (mayErase ? 0 : 1),
    cell: ({ mayErase }) => (mayErase ? "Yes" : <span className="text-soft">No</span>),
  },
  {
    id: "listens",
    name: "May listen",
    className: "hidden xl:table-cell",
    sortBy: ({ mayListen }) => (mayListen ? 0 : 1),
    cell: ({ mayListen }) => (mayListen ? "Yes" : <span className="text-soft">No</span>),
  },
  {
    id: "used",
    name: "Last used",
    className: "hidden md:table-cell",
    sortBy: ({ lastUsedAt }) => lastUsedAt && -lastUsedAt.getTime(),
    cell: ({ lastUsedAt }) =>
      lastUsedAt ? <Time at={lastUsedAt} as="relative" /> : <span className="text-soft">Never</span>,
  },
  {
    id: "created",
    name: "Created",
    className: "hidden lg:table-cell",
    sortBy: ({ createdAt }) => -createdAt.getTime(),
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

export const KeyTable = ({ keys, refusal, erasing, onAction }: Props) => {
  const actions = actionsColumn(
    (key: KeySummary) =>
      isWorking(key) && (
        <ActionMenu
          label={`Actions for ${key.name}`}
          actions={[
            { name: "Rename", Icon: Pencil, refusal, onSelect: () => onAction("rename", key) },
            {
              name: "Rotate",
              Icon: RotateCw,
              refusal: refusal ?? (key.mayErase ? erasing : null),
              onSelect: () => onAction("rotate", key),
            },
          ]}
          danger={{ name: "Revoke", Icon: Trash2, refusal, onSelect: () => onAction("revoke", key) }}
        />
      ),
  );
  return <DataTable label="API keys" columns={[...COLUMNS, actions]} rows={keys} rowId={({ id }) => id} />;
};
