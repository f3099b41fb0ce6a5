import type { Adapter } from "next-auth/adapters";
import { clientName } from "#core/client-name.ts";
import { ServiceError } from "#core/errors.ts";
import type { Deps } from "#services/context.ts";
import { signIn } from "#services/members/sign-in.ts";
import { beginSession } from "#services/sessions/begin.ts";
import { type Attempt, noting } from "./attempt.ts";

/**
 * next-auth's way to the database, as far as the sign-in goes. Sessions are looked up, renewed and ended by our own use
 * cases: see docs/adr/0017.
 */
export const sessionAdapter = (deps: Deps, attempt: Attempt): Adapter => {
  const ctx = { deps, actor: { kind: "system" }, requestId: attempt.requestId } as const;
  return {
    // Whoever the provider signed in is a member from now on, so next-auth never has to make a user or link one.
    getUserByAccount: () =>
      noting(deps, attempt, async () => {
        if (!attempt.signedIn) return null;
        const { profile, notes } = attempt.signedIn;
        attempt.memberId ??= (await signIn(ctx, profile, notes.includes("userinfo_unavailable"))).id;
        return { id: attempt.memberId, email: "", emailVerified: null };
      }),
    // A sign-in always begins a session of its own: one that was in the browser before may be somebody else's.
    getSessionAndUser: async () => null,
    createSession: ({ sessionToken, userId }) =>
      noting(deps, attempt, async () => {
        if (!attempt.signedIn) throw new ServiceError("INTERNAL_ERROR");
        const { id, endsAt } = await beginSession(ctx, {
          memberId: userId,
          secret: sessionToken,
          grant: attempt.signedIn.session,
          client: clientName(attempt.userAgent),
        });
        attempt.sessionId = id;
        return { sessionToken, userId, expires: endsAt };
      }),
  };
};
