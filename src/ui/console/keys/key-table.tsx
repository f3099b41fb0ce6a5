"use client";
import { Pencil, RotateCw, Trash2 } from "lucide-react";
import { useMemo } from "react";
import { ACTIONS, type Column, FILLS } from "../../kit/column.ts";
import { DataTable } from "../../kit/data-table.tsx";
import { LongText } from "../../kit/long-text.tsx";
import { MenuItem } from "../../kit/menu-item.tsx";
import { MenuSeparator } from "../../kit/menu-separator.tsx";
import { RowMenu } from "../../kit/row-menu.tsx";
import { Time } from "../../kit/time.tsx";
import { isWorking, type KeyGlance } from "./key-glance.ts";
import { KeyState } from "./key-state.tsx";

export type KeyAction = "rename" | "rotate" | "revoke";

type Props = {
  keys: readonly KeyGlance[];
  /** Why the keys cannot be changed by this member. */
  refusal: string | null;
  onAction: (action: KeyAction, key: KeyGlance) => void;
};

const COLUMNS: readonly Column<KeyGlance>[] = [
  {
    id: "name",
    name: "Name",
    className: FILLS,
    sortBy: ({ name }) => name.toLowerCase(),
    cell: ({ name }) => <LongText text={name} lines={3} className="font-medium" />,
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

export const KeyTable = ({ keys, refusal, onAction }: Props) => {
  const columns = useMemo(
    (): Column<KeyGlance>[] => [
      ...COLUMNS,
      {
        id: "actions",
        name: "Actions",
        isNameHidden: true,
        className: ACTIONS,
        cell: (key) =>
          isWorking(key) && (
            <RowMenu label={`Actions for ${key.name}`}>
              <MenuItem
                icon={<Pencil size={14} aria-hidden="true" />}
                refusal={refusal}
                onSelect={() => onAction("rename", key)}
              >
                Rename
              </MenuItem>
              <MenuItem
                icon={<RotateCw size={14} aria-hidden="true" />}
                refusal={refusal}
                onSelect={() => onAction("rotate", key)}
              >
                Rotate
              </MenuItem>
              <MenuSeparator />
              <MenuItem
                icon={<Trash2 size={14} aria-hidden="true" />}
                isDanger
                refusal={refusal}
                onSelect={() => onAction("revoke", key)}
              >
                Revoke
              </MenuItem>
            </RowMenu>
          ),
      },
    ],
    [refusal, onAction],
  );
  return <DataTable label="API keys" columns={columns} rows={keys} rowId={({ id }) => id} />;
};
