"use client";
import { Link2, Send, X } from "lucide-react";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { formDialog } from "#console/client/form-dialog.tsx";
import { ActionMenu } from "#kit/menu/menu.tsx";
import { LongText } from "#kit/page-layout.tsx";
import { actionsColumn, type Column, DataTable, FILLS } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";
import { InvitedLink } from "./invited.tsx";
import { type InvitationSummary, RoleBadge } from "./member-table.tsx";

export type InvitationAction = "renew" | "withdraw";

type InvitationTableProps = {
  invitations: readonly InvitationSummary[];
  /** Whether invitations go out by e-mail here. */
  sendsMail: boolean;
  refusalFor: (invitation: InvitationSummary) => string | null;
  onAction: (action: InvitationAction, invitation: InvitationSummary) => void;
};

/** Why a mail was not sent, in place of the server's words. */
const WHY_NOT: Readonly<Record<string, string>> = {
  address: "the mail server refuses this address",
  refused: "the mail server refuses the message",
  deferred: "the mail server asked to try later, for a day",
};

const MailState = ({ mail }: Pick<InvitationSummary, "mail">) => {
  if (mail === null) return null;
  const { status, endedAt, code } = mail;
  if (status === "sent")
    return (
      <span className="text-xs text-soft">E-mail sent {endedAt && <Time at={endedAt} as="relative" />}</span>
    );
  if (status === "pending")
    return (
      <span className="text-xs text-soft">
        {code === null ? "E-mail on its way" : "E-mail not sent yet; it is tried again"}
      </span>
    );
  return (
    <span className="text-xs text-danger">
      E-mail not sent: {WHY_NOT[code ?? ""] ?? "the mail server could not be used for a day"}
    </span>
  );
};

const COLUMNS: readonly Column<InvitationSummary>[] = [
  {
    id: "for",
    name: "For",
    className: FILLS,
    cell: ({ email, mail }) =>
      email === null ? (
        <span className="text-soft">Anyone with the link</span>
      ) : (
        <span className="grid leading-snug">
          <LongText text={email} className="font-medium" />
          <MailState mail={mail} />
        </span>
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

export const InvitationTable = ({ invitations, sendsMail, refusalFor, onAction }: InvitationTableProps) => {
  const actions = actionsColumn((invitation: InvitationSummary) => {
    const refusal = refusalFor(invitation);
    const isMailed = isSent({ invitation, sendsMail });
    return (
      <ActionMenu
        label={`Actions for the invitation for ${invitation.email ?? "anyone with the link"}`}
        actions={[
          {
            name: isMailed ? "Send again" : "New link",
            Icon: isMailed ? Send : Link2,
            refusal,
            onSelect: () => onAction("renew", invitation),
          },
        ]}
        danger={{ name: "Withdraw", Icon: X, refusal, onSelect: () => onAction("withdraw", invitation) }}
      />
    );
  });
  return (
    <DataTable
      label="Open invitations"
      columns={[...COLUMNS, actions]}
      rows={invitations}
      rowId={({ id }) => id}
    />
  );
};

type Renewed = {
  invitation: InvitationSummary;
  /** Whether invitations go out by e-mail here. */
  sendsMail: boolean;
};

const isSent = ({ invitation, sendsMail }: Renewed): boolean => sendsMail && invitation.email !== null;

/** Sends an invitation again, or makes another link for it. */
export const RenewDialog = formDialog({
  act: ({ members }) => members.renewInvitation.mutationOptions(),
  stale: ({ members }) => members.list.queryFilter(),
  start: () => ({}),
  asks: (renewed: Renewed) => ({
    title: isSent(renewed) ? "Send this invitation again?" : "Make a new link?",
    about: "The new link works for 7 days. The previous link stops working.",
  }),
  form: (_fields, renewed) => ({
    action: isSent(renewed) ? "Send again" : "Make link",
    look: "danger",
    send: () => ({ invitationId: renewed.invitation.id }),
    fields: null,
  }),
  answer: (invited, onDone) => ({
    title: invited.mail === "queued" ? "Invitation sent" : "Invitation link",
    body: <InvitedLink invited={invited} onDone={onDone} />,
  }),
});

export const WithdrawDialog = confirmDialog({
  act: ({ members }) => members.revokeInvitation.mutationOptions(),
  stale: ({ members }) => members.list.queryFilter(),
  ask: ({ id }: InvitationSummary) => ({
    title: "Withdraw this invitation?",
    about: "The link stops working. You can create a new invitation at any time.",
    verb: "Withdraw",
    input: { invitationId: id },
    done: ["Invitation withdrawn"],
  }),
});
