"use client";
import { useTRPC } from "#console/client/api-provider.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { Button } from "#kit/button.tsx";
import { ConfirmDialog } from "#kit/dialog/dialog.tsx";
import { LongText } from "#kit/page-layout.tsx";
import { actionsColumn, type Column, DataTable, FILLS } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";
import { type InvitationSummary, RoleBadge } from "./member-table.tsx";

type InvitationTableProps = {
  invitations: readonly InvitationSummary[];
  refusalFor: (invitation: InvitationSummary) => string | null;
  onWithdraw: (invitation: InvitationSummary) => void;
};

const COLUMNS: readonly Column<InvitationSummary>[] = [
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

export const InvitationTable = ({ invitations, refusalFor, onWithdraw }: InvitationTableProps) => {
  const actions = actionsColumn((invitation: InvitationSummary) => (
    <Button
      size="sm"
      look="danger-quiet"
      refusal={refusalFor(invitation)}
      aria-label={`Withdraw the invitation for ${invitation.email ?? "anyone with the link"}`}
      onClick={() => onWithdraw(invitation)}
    >
      Withdraw
    </Button>
  ));
  return (
    <DataTable
      label="Open invitations"
      columns={[...COLUMNS, actions]}
      rows={invitations}
      rowId={({ id }) => id}
    />
  );
};

type WithdrawDialogProps = { invitation: InvitationSummary | null; onClose: () => void };

export const WithdrawDialog = ({ invitation, onClose }: WithdrawDialogProps) => {
  const { members } = useTRPC();
  const call = useDialogCall(members.revokeInvitation.mutationOptions(), onClose, {
    stale: members.list.queryFilter(),
    done: () => ["Invitation withdrawn"],
  });
  return (
    <ConfirmDialog
      key={invitation?.id}
      isOpen={invitation !== null}
      call={call}
      title="Withdraw this invitation?"
      about="The link stops working. You can create a new invitation at any time."
      action="Withdraw"
      onConfirm={() => invitation && call.mutate({ invitationId: invitation.id })}
    />
  );
};
