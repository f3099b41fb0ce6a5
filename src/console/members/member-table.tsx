"use client";
import { LogOut, UserCog, UserMinus } from "lucide-react";
import { ROLE_NAMES } from "#console/words/words.ts";
import { ROLES, type Role } from "#core/access/permissions.ts";
import { Badge } from "#kit/badge.tsx";
import { ActionMenu } from "#kit/menu/menu.tsx";
import { LongText } from "#kit/page-layout.tsx";
import { actionsColumn, type Column, DataTable, FILLS } from "#kit/table.tsx";
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
  const actions = actionsColumn((member: MemberSummary) => {
    const refusal = refusalFor(member);
    const onSelect = (): void => onAction("remove", member);
    return (
      <ActionMenu
        label={`Actions for ${member.name}`}
        actions={[{ name: "Change role", Icon: UserCog, refusal, onSelect: () => onAction("role", member) }]}
        danger={
          member.isYou
            ? { name: "Leave tenant", Icon: LogOut, refusal: null, onSelect }
            : { name: "Remove", Icon: UserMinus, refusal, onSelect }
        }
      />
    );
  });
  return <DataTable label="Members" columns={[...COLUMNS, actions]} rows={members} rowId={({ id }) => id} />;
};
