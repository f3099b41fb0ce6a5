"use client";
import { Info, Pencil, RotateCw, SlidersHorizontal, Trash2 } from "lucide-react";
import type { KeyScope } from "#core/access/scopes.ts";
import { Badge } from "#kit/badge.tsx";
import { wholeText } from "#kit/format.ts";
import { ActionMenu } from "#kit/menu/menu.tsx";
import { LongText } from "#kit/page-layout.tsx";
import { actionsColumn, type Column, DataTable, FILLS } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { scopesText } from "./key-words.ts";

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

/** "No calls", "12 calls", "1,200 calls, 3 errors". */
export const usesText = ({ calls, errors }: { calls: number; errors: number }): string => {
  if (calls === 0) return "No calls";
  const asked = calls === 1 ? "1 call" : `${wholeText(calls)} calls`;
  if (errors === 0) return asked;
  return `${asked}, ${errors === 1 ? "1 error" : `${wholeText(errors)} errors`}`;
};

export type KeyAction = "details" | "edit" | "rename" | "rotate" | "revoke";

type Props = {
  keys: readonly KeySummary[];
  /** Why this member cannot change the keys. */
  refusal: string | null;
  /** Why this member cannot give a key a scope. */
  refusalOf: (scope: KeyScope) => string | null;
  onAction: (action: KeyAction, key: KeySummary) => void;
};

const isLimitedByNetwork = ({ networks, deniedNetworks }: KeySummary): boolean =>
  networks.length + deniedNetworks.length > 0;

const FROM_SOME = "From some networks only";

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
          <span className="text-xs text-soft">{scopesText(key.scopes)}</span>
        </span>
        {isLimitedByNetwork(key) && (
          <span className="text-xs text-soft lg:hidden print:hidden">{FROM_SOME}</span>
        )}
        <span className="text-xs text-soft wrap-anywhere">
          Created by {key.maker === null ? "the operator" : (key.maker.name ?? "a former member")}
          <span className="xl:hidden print:hidden">
            , <Time at={key.createdAt} />
          </span>
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
    id: "access",
    name: "May do",
    className: "hidden min-w-44 lg:table-cell print:table-cell print:min-w-0",
    cell: (key) => (
      <span className="grid gap-0.5">
        {scopesText(key.scopes)}
        {isLimitedByNetwork(key) && <span className="text-xs text-soft">{FROM_SOME}</span>}
      </span>
    ),
  },
  {
    id: "uses",
    name: "24 hours",
    className: "hidden xl:table-cell print:table-cell tabular",
    sortBy: ({ uses }) => -uses.day.calls,
    cell: ({ uses }) => usesText(uses.day),
  },
  {
    id: "used",
    name: "Last used",
    className: "hidden md:table-cell print:table-cell",
    sortBy: ({ lastUsedAt }) => lastUsedAt && -lastUsedAt.getTime(),
    cell: ({ lastUsedAt }) =>
      lastUsedAt ? <Time at={lastUsedAt} as="relative" /> : <span className="text-soft">Never</span>,
  },
  {
    id: "created",
    name: "Created",
    className: "hidden xl:table-cell print:table-cell",
    sortBy: ({ createdAt }) => -createdAt.getTime(),
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

export const KeyTable = ({ keys, refusal, refusalOf, onAction }: Props) => {
  const actions = actionsColumn((key: KeySummary) => (
    <ActionMenu
      label={`Actions for ${key.name}`}
      actions={[
        { name: "Details", Icon: Info, refusal: null, onSelect: () => onAction("details", key) },
        ...(isWorking(key)
          ? [
              {
                name: "Change access",
                Icon: SlidersHorizontal,
                refusal,
                onSelect: () => onAction("edit", key),
              },
              { name: "Rename", Icon: Pencil, refusal, onSelect: () => onAction("rename", key) },
              {
                name: "Rotate",
                Icon: RotateCw,
                refusal: refusal ?? key.scopes.map(refusalOf).find((why) => why !== null) ?? null,
                onSelect: () => onAction("rotate", key),
              },
            ]
          : []),
      ]}
      {...(isWorking(key) && {
        danger: { name: "Revoke", Icon: Trash2, refusal, onSelect: () => onAction("revoke", key) },
      })}
    />
  ));
  return <DataTable label="API keys" columns={[...COLUMNS, actions]} rows={keys} rowId={({ id }) => id} />;
};
