import type { Role } from "#core/access.ts";
import { INVITATION_DAYS } from "#core/member.ts";
import type { Db } from "#data/client.ts";
import { type InvitationRow, insertInvitation } from "#data/invitations.ts";
import { recordAudit } from "../audit/record.ts";
import { actorName, type Ctx } from "../context.ts";
import { newId } from "../new-id.ts";
import { emailHashOf, sealEmail } from "./person.ts";

const SECRET_BYTES = 32;
const SECRET_PATTERN = /^vi_[A-Za-z0-9_-]{43}$/;
const DAY_MS = 86_400_000;

export const isInvitationSecret = (text: string): boolean => SECRET_PATTERN.test(text);

/** Behind the "#", a secret reaches no server log and no Referer (RFC 9110 §10.1.3); the page hands it in. */
export const invitationUrlOf = ({ settings }: Ctx["deps"], secret: string): string =>
  `${settings.publicUrl}/console/invitation#${secret}`;

export type NewInvitation = {
  tenantId: string;
  role: Role;
  /** For this person only; null: for whoever has the link. */
  email: string | null;
  expiresInDays?: number | undefined;
};

/** A link's secret, and what is kept of the link: a hash, and when it ends. */
export const newLink = (
  { deps }: Ctx,
  days: number = INVITATION_DAYS.default,
): { secret: string; secretHash: Uint8Array<ArrayBuffer>; expiresAt: Date } => {
  const secret = `vi_${Buffer.from(deps.random(SECRET_BYTES)).toString("base64url")}`;
  return {
    secret,
    secretHash: new Uint8Array(deps.secrets.hash(secret)),
    expiresAt: new Date(deps.now().getTime() + days * DAY_MS),
  };
};

/** Makes an invitation in the caller's transaction. Its secret is in this answer and nowhere else. */
export const newInvitation = async (
  ctx: Ctx,
  db: Db,
  { tenantId, role, email, expiresInDays }: NewInvitation,
): Promise<{ invitation: InvitationRow; secret: string }> => {
  const { deps } = ctx;
  const id = newId(deps, "invitation");
  const { secret, ...link } = newLink(ctx, expiresInDays);
  const invitation = await insertInvitation(db, {
    id,
    tenantId,
    role,
    ...link,
    emailSealed: email === null ? null : sealEmail(deps, email, id),
    emailHash: email === null ? null : emailHashOf(deps, email),
    invitedBy: actorName(ctx.actor),
    createdAt: deps.now(),
  });
  await recordAudit(ctx, db, { tenantId, action: "invitation.create", target: id, changes: { role } });
  return { invitation, secret };
};
