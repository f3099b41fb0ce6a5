"use client";
import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useCallback, useState } from "react";
import { permissionToMove, type Role } from "#core/access.ts";
import { useAccess } from "#ui/console/access.tsx";
import { InvitationTable } from "#ui/console/members/invitation-table.tsx";
import type { InvitationGlance, MemberGlance } from "#ui/console/members/member-glance.ts";
import { type MemberAction, MemberTable } from "#ui/console/members/member-table.tsx";
import { RoleGuide } from "#ui/console/members/role-guide.tsx";
import { QueryView } from "#ui/console/query-view.tsx";
import { useUrlState } from "#ui/console/use-url-state.ts";
import { refusalText } from "#ui/console/words/permission-words.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/card.tsx";
import { PageHeader } from "#ui/kit/page-header.tsx";
import { TableSkeleton } from "#ui/kit/table-skeleton.tsx";
import { useTRPC } from "../../client/trpc.ts";
import { ChangeRoleDialog } from "./change-role-dialog.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { RemoveMemberDialog } from "./remove-member-dialog.tsx";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

export const MembersScreen = () => {
  const { role, isActive, refusal } = useAccess();
  const [url, setUrl] = useUrlState();
  const [chosen, setChosen] = useState<{ action: MemberAction; member: MemberGlance } | null>(null);
  const [withdrawn, setWithdrawn] = useState<InvitationGlance | null>(null);
  const query = useQuery(useTRPC().members.list.queryOptions());
  const choose = useCallback(
    (action: MemberAction, member: MemberGlance) => setChosen({ action, member }),
    [],
  );
  // Who is an owner, or is to be one, is in the hands of owners.
  const refusalFor = useCallback(
    (other: { role: Role }) => refusalText({ role, isActive }, permissionToMove(other.role, null)),
    [role, isActive],
  );
  const chosenFor = (action: MemberAction): MemberGlance | null =>
    chosen?.action === action ? chosen.member : null;
  const close = (): void => setChosen(null);
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
        <QueryView
          query={query}
          skeleton={
            <Card isFlush>
              <TableSkeleton rows={4} />
            </Card>
          }
        >
          {({ members, invitations }) => (
            <>
              <Card isFlush>
                <MemberTable members={members} refusalFor={refusalFor} onAction={choose} />
              </Card>
              {invitations.length > 0 && (
                <Card
                  title="Open invitations"
                  about="Each link works once. Withdraw an invitation to disable its link."
                  isFlush
                >
                  <InvitationTable
                    invitations={invitations}
                    refusalFor={refusalFor}
                    onWithdraw={setWithdrawn}
                  />
                </Card>
              )}
            </>
          )}
        </QueryView>
        <RoleGuide own={role} />
      </div>
      <InviteDialog
        isOpen={url.has("new") && refusal("members.write") === null}
        onClose={() => setUrl({ new: "" })}
      />
      <ChangeRoleDialog member={chosenFor("role")} onClose={close} />
      <RemoveMemberDialog member={chosenFor("remove")} onClose={close} />
      <WithdrawDialog invitation={withdrawn} onClose={() => setWithdrawn(null)} />
    </>
  );
};
