import { z } from "zod";
import { email, text, whole } from "#contracts/public/common.ts";
import { INVITATION_DAYS } from "#core/member.ts";
import { id, role } from "./common.ts";

export const invitationSecret = z.strictObject({ secret: text(100).min(1) });

/** Confirms that the invitation is for this person, if it names an address and their provider does not verify one. */
export const invitationAcceptance = invitationSecret.extend({ isConfirmed: z.boolean().default(false) });

/** The answer to what a tenant asks; `role`: the one that the person was shown. */
export const offerAcceptance = z.strictObject({ tenantId: id, role });

export const offerRefusal = z.strictObject({ tenantId: id });

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

export const changeRole = z.strictObject({
  memberId: id,
  role,
  /** What the role was; absent: nothing is compared. */
  seen: z.strictObject({ role }).partial().optional(),
});

export const removeMember = z.strictObject({ memberId: id });

export const sessionId = z.strictObject({ sessionId: id });

/** A directory never makes owners. */
export const directoryRole = z.strictObject({ role: role.exclude(["owner"]) });

export const rotateDirectoryToken = z
  .strictObject({
    /** Which token is replaced, by its hint; absent: nothing is compared. */
    seen: z
      .strictObject({ hint: text(40).min(1) })
      .partial()
      .optional(),
  })
  .nullish();

export const updateDirectoryRole = directoryRole.extend({
  /** As in `changeRole`. */
  seen: directoryRole.partial().optional(),
});

export type Invite = z.output<typeof invite>;
export type ChangeRole = z.output<typeof changeRole>;
export type UpdateDirectoryRole = z.output<typeof updateDirectoryRole>;
