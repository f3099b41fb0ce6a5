"use client";
import { Send, Trash2, UserCog, UserMinus, UsersRound } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { useSeen } from "#console/client/use-seen.ts";
import { RoleChoice } from "#console/members/change-role.tsx";
import { RoleBadge } from "#console/members/member-table.tsx";
import type { Role } from "#core/access/permissions.ts";
import { Badge } from "#kit/badge.tsx";
import { serviceNow } from "#kit/clock/service-time.ts";
import { Dialog, type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
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

type ChangeRoleProps = { tenantId: string; member: Member; onClose: () => void };

const ChangeRole = ({ tenantId, member, onClose }: ChangeRoleProps) => {
  const seen = useSeen({ role: member.role });
  const call = useDialogCall(useTRPC().operator.changeMember.mutationOptions(), onClose, {
    seen,
    done: () => ["Role changed"],
  });
  return (
    <RoleForm
      key={seen.round}
      start={seen.start.role}
      call={call}
      onChange={(role) => {
        const change = seen.changeOf({ role });
        if (change) call.mutate({ ...change, tenantId, memberId: member.id, role });
        else call.close();
      }}
    />
  );
};

type MemberDialogProps = { tenantId: string; member: Member | null; onClose: () => void };

const RoleDialog = ({ tenantId, member, onClose }: MemberDialogProps) => (
  <Dialog isOpen={member !== null} onClose={onClose} title="Change role" about={member?.name}>
    {member && <ChangeRole key={member.id} tenantId={tenantId} member={member} onClose={onClose} />}
  </Dialog>
);

const RemoveDialog = confirmDialog({
  act: ({ operator }) => operator.removeMember.mutationOptions(),
  ask: ({ tenantId, member }: { tenantId: string; member: Member }) => ({
    title: `Remove ${member.name}?`,
    about: "They lose access to this tenant immediately. API keys that they made keep working.",
    verb: "Remove member",
    input: { tenantId, memberId: member.id },
    done: ["Member removed"],
  }),
});

type InvitationDialogProps = { tenantId: string; invitation: Invitation | null; onClose: () => void };

const forWhom = (invitation: Invitation | null): string => invitation?.email ?? "anyone with the link";

const RenewDialog = ({ tenantId, invitation, onClose }: InvitationDialogProps) => {
  const { operator } = useTRPC();
  const call = useDialogCall(operator.renewInvitation.mutationOptions(), onClose, {
    stale: operator.tenant.queryFilter(),
  });
  const { data } = call;
  return (
    <Dialog
      isOpen={invitation !== null}
      onClose={call.close}
      title={data ? "Invitation link" : "Make a new link?"}
      about={
        data
          ? undefined
          : `The invitation for ${forWhom(invitation)} gets a new link; the old one stops working.`
      }
    >
      {data ? (
        <InvitationLink url={data.url} onDone={call.close} />
      ) : (
        <DialogForm
          action="Make new link"
          call={call}
          onSubmit={() => invitation && call.mutate({ tenantId, invitationId: invitation.id })}
        />
      )}
    </Dialog>
  );
};

const WithdrawDialog = confirmDialog({
  act: ({ operator }) => operator.withdrawInvitation.mutationOptions(),
  ask: ({ tenantId, invitation }: { tenantId: string; invitation: Invitation }) => ({
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
  const memberFor = (action: "role" | "remove"): Member | null =>
    (chosen?.action === action &&
      "memberId" in chosen &&
      members.find((member) => member.id === chosen.memberId)) ||
    null;
  const invitationFor = (action: "renew" | "withdraw") =>
    chosen?.action === action && "invitation" in chosen ? chosen.invitation : null;
  const [removed, withdrawn] = [memberFor("remove"), invitationFor("withdraw")];
  const onClose = (): void => setChosen(null);
  const shared = { tenantId: id, onClose };
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
      <RoleDialog {...shared} member={memberFor("role")} />
      <RemoveDialog of={removed && { tenantId: id, member: removed }} onClose={onClose} />
      <RenewDialog {...shared} invitation={invitationFor("renew")} />
      <WithdrawDialog of={withdrawn && { tenantId: id, invitation: withdrawn }} onClose={onClose} />
    </>
  );
};
