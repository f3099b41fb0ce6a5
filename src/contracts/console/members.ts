import { z } from "zod";
import { text } from "#contracts/public/common.ts";
import { INVITATION_DAYS } from "#core/member.ts";
import { id, role } from "./common.ts";

export const invitationSecret = z.strictObject({ secret: text(100).min(1) });

/** Where it was made for an address, and the person's provider confirms none, they have to say that they are meant. */
export const invitationAcceptance = invitationSecret.extend({ isConfirmed: z.boolean().default(false) });

export const invite = z.strictObject({
  role,
  /** For the person with this address only; without it, for whoever has the link. */
  email: z.email().max(254).optional(),
  expiresInDays: z.number().int().min(INVITATION_DAYS.min).max(INVITATION_DAYS.max).optional(),
});

export const revokeInvitation = z.strictObject({ invitationId: id });

export const changeRole = z.strictObject({ memberId: id, role });

export const removeMember = z.strictObject({ memberId: id });

export const sessionId = z.strictObject({ sessionId: id });
