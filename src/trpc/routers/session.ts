import { invitationAcceptance, invitationSecret } from "#contracts/console/members.ts";
import { sessionId } from "#contracts/console/sessions.ts";
import { acceptInvitation, viewInvitation } from "#services/members/accept-invitation.ts";
import { beginConsole } from "#services/members/begin.ts";
import { me } from "#services/members/me.ts";
import { endAllSessions, endOtherSessions, endSession } from "#services/sessions/end.ts";
import { sessionsOf } from "#services/sessions/list.ts";
import { personProcedure, router } from "../init.ts";

export const session = router({
  me: personProcedure.query(({ ctx }) => me(ctx)),
  /** Where the person is signed in. */
  sessions: personProcedure.query(({ ctx }) => sessionsOf(ctx)),
  endSession: personProcedure.input(sessionId).mutation(({ ctx, input }) => endSession(ctx, input.sessionId)),
  endOtherSessions: personProcedure.mutation(({ ctx }) => endOtherSessions(ctx)),
  endAllSessions: personProcedure.mutation(({ ctx }) => endAllSessions(ctx)),
  begin: personProcedure.mutation(({ ctx }) => beginConsole(ctx)),
  // A mutation, so that the link's secret is never in an address.
  viewInvitation: personProcedure
    .input(invitationSecret)
    .mutation(({ ctx, input }) => viewInvitation(ctx, input.secret)),
  acceptInvitation: personProcedure
    .input(invitationAcceptance)
    .mutation(({ ctx, input }) => acceptInvitation(ctx, input)),
});
