"use client";
import { Send, Trash2, UserCog, UserMinus, UsersRound } from "lucide-react";
import { useState } from "react";
import { changeDialog } from "#console/client/change-dialog.tsx";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { formDialog } from "#console/client/form-dialog.tsx";
import { RoleChoice } from "#console/members/change-role.tsx";
import { RoleBadge } from "#console/members/member-table.tsx";
import type { Role } from "#core/access/permissions.ts";
import { Badge } from "#kit/badge.tsx";
import { serviceNow } from "#kit/clock/service-time.ts";
import { type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { List } from "#kit/list.tsx";
import { ActionMenu } from "#kit/menu/menu.tsx";
import { Card, LongText } from "#kit/page-layout.tsx";
import { EmptyState } from "#kit/states.tsx";
import { actionsColumn, type Column, DataTable, FILLS } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";
import type { OperatorTenant } from "./operator-tenant.ts";
import { InvitationLink } from "./tenant-dialogs.tsx";

type Member = OperatorTenant["members"][number];
type Invitation = OperatorTenant["invitations"][number];

const MEMBER_COLUMNS: readonly Column<Member>[] = [
  {
    id: "name",
    name: "Name",
    className: FILLS,
    cell: ({ name, email }) => (
      <span className="grid leading-snug">
        <LongText text={name} className="font-medium" />
        {email && <LongText text={email} className="text-xs text-soft" />}
      </span>
    ),
  },
  { id: "role", name: "Role", cell: ({ role }) => <RoleBadge role={role} /> },
  {
    id: "signedIn",
    name: "Last sign-in",
    className: "hidden sm:table-cell",
    cell: ({ signedInAt }) => <Time at={signedInAt} as="relative" />,
  },
];

const isOver = ({ expiresAt }: Invitation): boolean => expiresAt.getTime() <= serviceNow();

const INVITATION_COLUMNS: readonly Column<Invitation>[] = [
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
    id: "expires",
    name: "Ends",
    className: "hidden sm:table-cell",
    cell: (invitation) =>
      isOver(invitation) ? (
        <Badge tone="neutral">Expired</Badge>
      ) : (
        <Time at={invitation.expiresAt} as="relative" />
      ),
  },
];

type RoleFormProps = { start: Role; call: DialogCall; onChange: (role: Role) => void };

const RoleForm = ({ start, call, onChange }: RoleFormProps) => {
  const [role, setRole] = useState(start);
  return (
    <DialogForm action="Change role" call={call} isComplete={role !== start} onSubmit={() => onChange(role)}>
      <RoleChoice value={role} mayMakeOwners onChange={setRole} />
    </DialogForm>
  );
};

type OfMember = { tenantId: string; member: Member };

const RoleDialog = changeDialog({
  act: ({ operator }) => operator.changeMember.mutationOptions(),
  done: () => ["Role changed"],
  saved: ({ member: { role } }: OfMember) => ({ role }),
  asks: ({ member }) => ({ title: "Change role", about: member.name }),
  body: ({ of: { tenantId, member }, seen, call, save }) => (
    <RoleForm
      start={seen.start.role}
      call={call}
      onChange={(role) => save({ role }, (change) => ({ ...change, tenantId, memberId: member.id, role }))}
    />
  ),
});

const RemoveDialog = confirmDialog({
  act: ({ operator }) => operator.removeMember.mutationOptions(),
  ask: ({ tenantId, member }: OfMember) => ({
    title: `Remove ${member.name}?`,
    about: "They lose access to this tenant immediately. API keys that they made keep working.",
    verb: "Remove member",
    input: { tenantId, memberId: member.id },
    done: ["Member removed"],
  }),
});

const forWhom = (invitation: Invitation): string => invitation.email ?? "anyone with the link";

type OfInvitation = { tenantId: string; invitation: Invitation };

const RenewDialog = formDialog({
  act: ({ operator }) => operator.renewInvitation.mutationOptions(),
  stale: ({ operator }) => operator.tenant.queryFilter(),
  start: () => ({}),
  asks: ({ invitation }: OfInvitation) => ({
    title: "Make a new link?",
    about: `The invitation for ${forWhom(invitation)} gets a new link; the old one stops working.`,
  }),
  form: (_fields, { tenantId, invitation }) => ({
    action: "Make new link",
    send: () => ({ tenantId, invitationId: invitation.id }),
    fields: null,
  }),
  answer: ({ url }, onDone) => ({
    title: "Invitation link",
    body: <InvitationLink url={url} onDone={onDone} />,
  }),
});

const WithdrawDialog = confirmDialog({
  act: ({ operator }) => operator.withdrawInvitation.mutationOptions(),
  ask: ({ tenantId, invitation }: OfInvitation) => ({
    title: "Withdraw this invitation?",
    about: `The link for ${forWhom(invitation)} stops working.`,
    verb: "Withdraw",
    input: { tenantId, invitationId: invitation.id },
    done: ["Invitation withdrawn"],
  }),
});

type Chosen =
  | { action: "role" | "remove"; memberId: string }
  | { action: "renew" | "withdraw"; invitation: Invitation };

/** The tenant's members and open invitations. */
export const TenantPeople = ({ tenant: { id, members, invitations } }: { tenant: OperatorTenant }) => {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const memberFor = (action: "role" | "remove"): OfMember | null => {
    const member =
      chosen?.action === action &&
      "memberId" in chosen &&
      members.find((each) => each.id === chosen.memberId);
    return member ? { tenantId: id, member } : null;
  };
  const invitationFor = (action: "renew" | "withdraw"): OfInvitation | null =>
    chosen?.action === action && "invitation" in chosen
      ? { tenantId: id, invitation: chosen.invitation }
      : null;
  const onClose = (): void => setChosen(null);
  const memberActions = actionsColumn((member: Member) => (
    <ActionMenu
      label={`Actions for ${member.name}`}
      actions={[
        {
          name: "Change role",
          Icon: UserCog,
          refusal: null,
          onSelect: () => setChosen({ action: "role", memberId: member.id }),
        },
      ]}
      danger={{
        name: "Remove",
        Icon: UserMinus,
        refusal: null,
        onSelect: () => setChosen({ action: "remove", memberId: member.id }),
      }}
    />
  ));
  const invitationActions = actionsColumn((invitation: Invitation) => (
    <ActionMenu
      label={`Actions for the invitation for ${forWhom(invitation)}`}
      actions={[
        {
          name: "Make new link",
          Icon: Send,
          refusal: null,
          onSelect: () => setChosen({ action: "renew", invitation }),
        },
      ]}
      danger={{
        name: "Withdraw",
        Icon: Trash2,
        refusal: null,
        onSelect: () => setChosen({ action: "withdraw", invitation }),
      }}
    />
  ));
  return (
    <>
      <Card title="Members" about="Who can open this tenant’s console" isFlush>
        <List
          label="Members"
          columns={[...MEMBER_COLUMNS, memberActions]}
          rows={members}
          rowId={({ id: memberId }) => memberId}
          empty={
            <EmptyState icon={UsersRound} title="No members yet">
              No one can open this tenant’s console. Invite an owner.
            </EmptyState>
          }
        />
      </Card>
      {invitations.length > 0 && (
        <Card title="Open invitations" isFlush>
          <DataTable
            label="Open invitations"
            columns={[...INVITATION_COLUMNS, invitationActions]}
            rows={invitations}
            rowId={({ id: invitationId }) => invitationId}
          />
        </Card>
      )}
      <RoleDialog of={memberFor("role")} onClose={onClose} />
      <RemoveDialog of={memberFor("remove")} onClose={onClose} />
      <RenewDialog of={invitationFor("renew")} onClose={onClose} />
      <WithdrawDialog of={invitationFor("withdraw")} onClose={onClose} />
    </>
  );
};
