import { z } from "zod";
import { email, text, whole } from "#contracts/public/common.ts";
import { INVITATION_DAYS } from "#core/member.ts";
import { id, role } from "./common.ts";

export const invitationSecret = z.strictObject({ secret: text(100).min(1) });

/** Confirms that the invitation is for this person, if it names an address and their provider does not verify one. */
export const invitationAcceptance = invitationSecret.extend({ isConfirmed: z.boolean().default(false) });

export const invite = z.strictObject({
  role,
  /** Only the person with this address can accept; without it, anyone with the link can. */
  email: email.optional(),
  expiresInDays: whole(INVITATION_DAYS).optional(),
});

export const renewInvitation = z.strictObject({
  invitationId: id,
  expiresInDays: whole(INVITATION_DAYS).optional(),
});

export const revokeInvitation = z.strictObject({ invitationId: id });

export const changeRole = z.strictObject({ memberId: id, role });

export const removeMember = z.strictObject({ memberId: id });

export const sessionId = z.strictObject({ sessionId: id });
