"use client";
import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useCallback, useState } from "react";
import { mayDo, permissionToMove, type Role } from "#core/access.ts";
import type { RouterOutputs } from "#trpc/root.ts";
import { useAccess } from "#ui/console/access.tsx";
import { InvitationTable } from "#ui/console/members/invitation-table.tsx";
import type { InvitationGlance, MemberGlance } from "#ui/console/members/member-glance.ts";
import { type MemberAction, MemberTable } from "#ui/console/members/member-table.tsx";
import { RoleMatrix } from "#ui/console/members/role-matrix.tsx";
import { QueryView } from "#ui/console/query-view.tsx";
import { useUrlState } from "#ui/console/use-url-state.ts";
import { refusalText } from "#ui/console/words/permission-words.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/card.tsx";
import { PageHeader } from "#ui/kit/page-header.tsx";
import { TableSkeleton } from "#ui/kit/table-skeleton.tsx";
import { type Seed, seedOf } from "../../client/seed.ts";
import { useTRPC } from "../../client/trpc.ts";
import { ChangeRoleDialog } from "./change-role-dialog.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { RemoveMemberDialog } from "./remove-member-dialog.tsx";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

type Props = { seed: Seed<null, RouterOutputs["members"]["list"]> };

export const MembersScreen = ({ seed }: Props) => {
  const { role, refusal } = useAccess();
  const [url, setUrl] = useUrlState();
  const [chosen, setChosen] = useState<{ action: MemberAction; member: MemberGlance } | null>(null);
  const [withdrawn, setWithdrawn] = useState<InvitationGlance | null>(null);
  const query = useQuery({ ...useTRPC().members.list.queryOptions(), ...seedOf(seed, null) });
  const choose = useCallback(
    (action: MemberAction, member: MemberGlance) => setChosen({ action, member }),
    [],
  );
  // Who is an owner, or is to be one, is in the hands of owners.
  const refusalFor = useCallback(
    (other: { role: Role }) => {
      const permission = permissionToMove(other.role, null);
      return mayDo(role, permission) ? null : refusalText(role, permission);
    },
    [role],
  );
  const chosenFor = (action: MemberAction): MemberGlance | null =>
    chosen?.action === action ? chosen.member : null;
  const close = (): void => setChosen(null);
  return (
    <>
      <PageHeader
        title="Members"
        about="Who can sign in to this tenant, and what they may do in it."
        actions={
          <Button look="primary" refusal={refusal("members.write")} onClick={() => setUrl({ new: "member" })}>
            <UserPlus size={15} aria-hidden="true" />
            Invite
          </Button>
        }
      />
      <div className="grid gap-4">
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
                  about="Each works once; withdrawn, its link leads nowhere"
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
        <Card title="What each role may do" about="Your own role is marked" isFlush>
          <RoleMatrix own={role} />
        </Card>
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
