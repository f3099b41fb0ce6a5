"use client";
import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { CardSkeleton, QueryView } from "#console/client/query-view.tsx";
import { useUrlState } from "#console/client/use-url-state.ts";
import { permissionToMove, type Role } from "#core/access/permissions.ts";
import { Button } from "#kit/button.tsx";
import { Card, PageHeader } from "#kit/page-layout.tsx";
import { ChangeRoleDialog, RemoveMemberDialog } from "./change-role.tsx";
import { DirectoryCard } from "./directory-card.tsx";
import { type InvitationAction, InvitationTable, RenewDialog, WithdrawDialog } from "./invitations.tsx";
import { InviteDialog } from "./invite.tsx";
import {
  type InvitationSummary,
  type MemberAction,
  type MemberSummary,
  MemberTable,
} from "./member-table.tsx";
import { RoleGuide } from "./roles.tsx";
import { WaitingPeople } from "./waiting-people.tsx";

export const MembersScreen = () => {
  const { role, refusal } = useAccess();
  const [url, setUrl] = useUrlState();
  const [chosen, setChosen] = useState<{ action: MemberAction; member: MemberSummary } | null>(null);
  const [picked, setPicked] = useState<{ action: InvitationAction; invitation: InvitationSummary } | null>(
    null,
  );
  const query = useQuery(useTRPC().members.list.queryOptions());
  // Only owners can change owners.
  const refusalFor = (other: { role: Role }): string | null => refusal(permissionToMove(other.role, null));
  // As they are now, for the form.
  const latest = ({ member }: { member: MemberSummary }): MemberSummary =>
    query.data?.members.find(({ id }) => id === member.id) ?? member;
  const chosenFor = (action: MemberAction): MemberSummary | null =>
    chosen?.action === action ? latest(chosen) : null;
  const pickedFor = (action: InvitationAction): InvitationSummary | null =>
    picked?.action === action ? picked.invitation : null;
  const sendsMail = query.data?.sendsMail ?? false;
  const renewed = pickedFor("renew");
  const close = (): void => setChosen(null);
  const drop = (): void => setPicked(null);
  return (
    <>
      <PageHeader
        title="Members"
        about="People who can sign in to this tenant, and their roles."
        actions={
          <Button look="primary" refusal={refusal("members.write")} onClick={() => setUrl({ new: "member" })}>
            <UserPlus size={15} aria-hidden="true" />
            Invite
          </Button>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryView query={query} skeleton={<CardSkeleton rows={4} />}>
          {({ members, invitations }) => (
            <>
              <Card isFlush>
                <MemberTable
                  members={members}
                  refusalFor={refusalFor}
                  onAction={(action, member) => setChosen({ action, member })}
                />
              </Card>
              {invitations.length > 0 && (
                <Card
                  title="Open invitations"
                  about="These people have not accepted yet. Each link works once; withdraw an invitation to disable its link."
                  isFlush
                >
                  <InvitationTable
                    invitations={invitations}
                    sendsMail={sendsMail}
                    refusalFor={refusalFor}
                    onAction={(action, invitation) => setPicked({ action, invitation })}
                  />
                </Card>
              )}
            </>
          )}
        </QueryView>
        <WaitingPeople />
        <DirectoryCard />
        <RoleGuide own={role} />
      </div>
      <InviteDialog
        of={url.has("new") && refusal("members.write") === null && { sendsMail }}
        onClose={() => setUrl({ new: "" })}
      />
      <ChangeRoleDialog of={chosenFor("role")} onClose={close} />
      <RemoveMemberDialog member={chosenFor("remove")} onClose={close} />
      <RenewDialog of={renewed && { invitation: renewed, sendsMail }} onClose={drop} />
      <WithdrawDialog of={pickedFor("withdraw")} onClose={drop} />
    </>
  );
};
