import { invitationSecret } from "#contracts/console/members.ts";
import { acceptInvitation, viewInvitation } from "#services/members/accept-invitation.ts";
import { beginConsole } from "#services/members/begin.ts";
import { me } from "#services/members/me.ts";
import { personProcedure, router } from "../init.ts";

export const session = router({
  me: personProcedure.query(({ ctx }) => me(ctx)),
  begin: personProcedure.mutation(({ ctx }) => beginConsole(ctx)),
  // A mutation, so that the link's secret is never in an address.
  viewInvitation: personProcedure
    .input(invitationSecret)
    .mutation(({ ctx, input }) => viewInvitation(ctx, input.secret)),
  acceptInvitation: personProcedure
    .input(invitationSecret)
    .mutation(({ ctx, input }) => acceptInvitation(ctx, input.secret)),
});
