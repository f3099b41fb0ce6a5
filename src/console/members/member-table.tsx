"use client";
import { LogOut, UserCog, UserMinus } from "lucide-react";
import { useMemo } from "react";
import { ROLE_NAMES } from "#console/words/words.ts";
import { ROLES, type Role } from "#core/access.ts";
import { Badge } from "#kit/badge.tsx";
import { RowMenu } from "#kit/menu/menu.tsx";
import { MenuItem, MenuSeparator } from "#kit/menu/menu-parts.tsx";
import { LongText } from "#kit/page-layout.tsx";
import { ACTIONS, type Column, DataTable, FILLS } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";

export type MemberSummary = ConsoleOutputs["members"]["list"]["members"][number];
export type InvitationSummary = ConsoleOutputs["members"]["list"]["invitations"][number];

export const RoleBadge = ({ role }: { role: Role }) => (
  <Badge tone={role === "owner" ? "ok" : role === "admin" ? "info" : "neutral"}>{ROLE_NAMES[role]}</Badge>
);

export type MemberAction = "role" | "remove";

type Props = {
  members: readonly MemberSummary[];
  /** Why the viewer cannot change this member. */
  refusalFor: (member: MemberSummary) => string | null;
  onAction: (action: MemberAction, member: MemberSummary) => void;
};

const COLUMNS: readonly Column<MemberSummary>[] = [
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
    (): Column<MemberSummary>[] => [
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
