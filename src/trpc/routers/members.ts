import * as contract from "#contracts/console/members.ts";
import { changeRole, removeMember } from "#services/members/change-role.ts";
import { invite } from "#services/members/invite.ts";
import { listMembers } from "#services/members/list.ts";
import { revokeInvitation } from "#services/members/revoke-invitation.ts";
import { memberProcedure, router } from "../init.ts";

export const members = router({
  list: memberProcedure("members.read").query(({ ctx }) => listMembers(ctx)),
  invite: memberProcedure("members.write")
    .input(contract.invite)
    .mutation(({ ctx, input }) => invite(ctx, input)),
  revokeInvitation: memberProcedure("members.write")
    .input(contract.revokeInvitation)
    .mutation(({ ctx, input }) => revokeInvitation(ctx, input.invitationId)),
  changeRole: memberProcedure("members.write")
    .input(contract.changeRole)
    .mutation(({ ctx, input }) => changeRole(ctx, input)),
  // Everybody may leave; taking out others needs members.write or owners.write, which the service asks for.
  remove: memberProcedure("members.read")
    .input(contract.removeMember)
    .mutation(({ ctx, input }) => removeMember(ctx, input)),
});
