import * as membersContract from "#contracts/console/members.ts";
import * as directories from "#services/members/directory.ts";
import { waitingPeople } from "#services/members/directory-people.ts";
import { directoryRequests } from "#services/members/directory-requests.ts";
import { invite, renewInvitation, revokeInvitation } from "#services/members/invitations.ts";
import { changeRole, listMembers, removeMember } from "#services/members/members.ts";
import { memberProcedure, router, using } from "./init.ts";

const membersWrite = memberProcedure("members.write");
const directoryWrite = memberProcedure("directory.write");

export const members = router({
  list: memberProcedure("members.read").query(({ ctx }) => listMembers(ctx)),
  invite: membersWrite.input(membersContract.invite).mutation(using(invite)),
  renewInvitation: membersWrite.input(membersContract.renewInvitation).mutation(using(renewInvitation)),
  revokeInvitation: membersWrite
    .input(membersContract.revokeInvitation)
    .mutation(({ ctx, input }) => revokeInvitation(ctx, input.invitationId)),
  changeRole: membersWrite.input(membersContract.changeRole).mutation(using(changeRole)),
  // Anyone can leave; removing others needs members.write or owners.write, which the service checks.
  remove: memberProcedure("members.read").input(membersContract.removeMember).mutation(using(removeMember)),
});

/** The tenant's directory of people, which provisions members over SCIM. */
export const directory = router({
  get: memberProcedure("members.read").query(({ ctx }) => directories.directoryOf(ctx)),
  /** Its people who have not accepted, or declined. */
  waiting: memberProcedure("members.read").query(({ ctx }) => waitingPeople(ctx)),
  requests: memberProcedure("members.read").query(({ ctx }) => directoryRequests(ctx)),
  connect: directoryWrite.input(membersContract.directoryRole).mutation(using(directories.connectDirectory)),
  rotate: directoryWrite
    .input(membersContract.rotateDirectoryToken)
    .mutation(({ ctx, input }) => directories.rotateDirectoryToken(ctx, input ?? {})),
  setRole: directoryWrite
    .input(membersContract.updateDirectoryRole)
    .mutation(using(directories.setDirectoryRole)),
  disconnect: directoryWrite.mutation(({ ctx }) => directories.disconnectDirectory(ctx)),
});
