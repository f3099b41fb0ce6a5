"use client";
import { useMemo } from "react";
import { Button } from "../../kit/button.tsx";
import type { Column } from "../../kit/column.ts";
import { DataTable } from "../../kit/data-table.tsx";
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
    className: "max-w-64",
    cell: ({ email }) =>
      email === null ? (
        <span className="text-soft">Whoever has the link</span>
      ) : (
        <span className="block truncate font-medium">{email}</span>
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
        className: "w-28 text-right",
        cell: (invitation) => (
          <Button
            size="sm"
            look="danger-quiet"
            refusal={refusalFor(invitation)}
            aria-label={`Withdraw the invitation for ${invitation.email ?? "whoever has the link"}`}
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
