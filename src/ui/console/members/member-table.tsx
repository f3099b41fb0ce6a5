"use client";
import { LogOut, UserCog, UserMinus } from "lucide-react";
import { useMemo } from "react";
import { ROLES } from "#core/access.ts";
import { Badge } from "../../kit/badge.tsx";
import { ACTIONS, type Column, FILLS } from "../../kit/column.ts";
import { DataTable } from "../../kit/data-table.tsx";
import { LongText } from "../../kit/long-text.tsx";
import { MenuItem } from "../../kit/menu-item.tsx";
import { MenuSeparator } from "../../kit/menu-separator.tsx";
import { RowMenu } from "../../kit/row-menu.tsx";
import { Time } from "../../kit/time.tsx";
import type { MemberGlance } from "./member-glance.ts";
import { RoleBadge } from "./role-badge.tsx";

export type MemberAction = "role" | "remove";

type Props = {
  members: readonly MemberGlance[];
  /** Why this member cannot be changed by who is looking. */
  refusalFor: (member: MemberGlance) => string | null;
  onAction: (action: MemberAction, member: MemberGlance) => void;
};

const COLUMNS: readonly Column<MemberGlance>[] = [
  {
    id: "name",
    name: "Name",
    sortBy: ({ name }) => name.toLowerCase(),
    className: FILLS,
    cell: ({ name, email, isYou }) => (
      <span className="grid leading-snug">
        <span className="flex min-w-0 items-center gap-2">
          <LongText text={name} className="font-medium" />
          {isYou && <Badge>You</Badge>}
        </span>
        {email && <LongText text={email} className="text-xs text-soft" />}
      </span>
    ),
  },
  {
    id: "role",
    name: "Role",
    sortBy: ({ role }) => ROLES.indexOf(role),
    cell: ({ role }) => <RoleBadge role={role} />,
  },
  {
    id: "signedIn",
    name: "Last sign-in",
    className: "hidden sm:table-cell",
    sortBy: ({ signedInAt }) => -signedInAt.getTime(),
    cell: ({ signedInAt }) => <Time at={signedInAt} as="relative" />,
  },
  {
    id: "joined",
    name: "Joined",
    className: "hidden md:table-cell",
    sortBy: ({ joinedAt }) => joinedAt.getTime(),
    cell: ({ joinedAt }) => <Time at={joinedAt} />,
  },
];

export const MemberTable = ({ members, refusalFor, onAction }: Props) => {
  const columns = useMemo(
    (): Column<MemberGlance>[] => [
      ...COLUMNS,
      {
        id: "actions",
        name: "Actions",
        isNameHidden: true,
        className: ACTIONS,
        cell: (member) => {
          const refusal = refusalFor(member);
          return (
            <RowMenu label={`Actions for ${member.name}`}>
              <MenuItem
                icon={<UserCog size={14} aria-hidden="true" />}
                refusal={refusal}
                onSelect={() => onAction("role", member)}
              >
                Change role
              </MenuItem>
              <MenuSeparator />
              <MenuItem
                icon={
                  member.isYou ? (
                    <LogOut size={14} aria-hidden="true" />
                  ) : (
                    <UserMinus size={14} aria-hidden="true" />
                  )
                }
                isDanger
                refusal={member.isYou ? null : refusal}
                onSelect={() => onAction("remove", member)}
              >
                {member.isYou ? "Leave tenant" : "Remove"}
              </MenuItem>
            </RowMenu>
          );
        },
      },
    ],
    [refusalFor, onAction],
  );
  return <DataTable label="Members" columns={columns} rows={members} rowId={({ id }) => id} />;
};
