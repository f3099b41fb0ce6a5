"use client";
import { useMemo } from "react";
import { Button } from "../../kit/button.tsx";
import { ACTIONS, type Column, FILLS } from "../../kit/column.ts";
import { DataTable } from "../../kit/data-table.tsx";
import { LongText } from "../../kit/long-text.tsx";
import { Time } from "../../kit/time.tsx";
import type { InvitationGlance } from "./member-glance.ts";
import { RoleBadge } from "./role-badge.tsx";

type Props = {
  invitations: readonly InvitationGlance[];
  refusalFor: (invitation: InvitationGlance) => string | null;
  onWithdraw: (invitation: InvitationGlance) => void;
};

const COLUMNS: readonly Column<InvitationGlance>[] = [
  {
    id: "for",
    name: "For",
    className: FILLS,
    cell: ({ email }) =>
      email === null ? (
        <span className="text-soft">Anyone with the link</span>
      ) : (
        <LongText text={email} className="font-medium" />
      ),
  },
  { id: "role", name: "Role", cell: ({ role }) => <RoleBadge role={role} /> },
  {
    id: "created",
    name: "Invited",
    className: "hidden md:table-cell",
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    id: "expires",
    name: "Ends",
    className: "hidden sm:table-cell",
    cell: ({ expiresAt }) => <Time at={expiresAt} as="relative" />,
  },
];

export const InvitationTable = ({ invitations, refusalFor, onWithdraw }: Props) => {
  const columns = useMemo(
    (): Column<InvitationGlance>[] => [
      ...COLUMNS,
      {
        id: "actions",
        name: "Actions",
        isNameHidden: true,
        className: ACTIONS,
        cell: (invitation) => (
          <Button
            size="sm"
            look="danger-quiet"
            refusal={refusalFor(invitation)}
            aria-label={`Withdraw the invitation for ${invitation.email ?? "anyone with the link"}`}
            onClick={() => onWithdraw(invitation)}
          >
            Withdraw
          </Button>
        ),
      },
    ],
    [refusalFor, onWithdraw],
  );
  return <DataTable label="Open invitations" columns={columns} rows={invitations} rowId={({ id }) => id} />;
};
