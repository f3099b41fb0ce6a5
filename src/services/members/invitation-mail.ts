import type { Role } from "#core/access/permissions.ts";
import { HOUR_MS } from "#core/day.ts";
import { quotedName } from "#core/mail/mail.ts";
import type { InvitationRow } from "#data/members/invitations.ts";
import { memberNames } from "#data/members/members.ts";
import type { Db } from "#data/service/client.ts";
import { countInvitationMails, withdrawMails } from "#data/service/mail.ts";
import { findTenant } from "#data/tenants/tenants.ts";
import type { Ctx } from "#services/context.ts";
import { queueMail } from "#services/mail/queue.ts";
import { digestsOf } from "#services/sealing.ts";

/**
 * The outcome of an invitation's e-mail. `none`: it names no address, or one that no mail can be sent to. `off`: SMTP_URL
 * is not set. `limit`: the tenant or the address has had its share.
 */
export const INVITATION_MAIL = ["queued", "none", "off", "limit"] as const;

export type InvitationMail = (typeof INVITATION_MAIL)[number];

// The owner of a tenant chooses its name and whom it invites: without limits the service would send their advertisements.
const PER_TENANT_HOUR = 20;
const PER_ADDRESS_DAY = 5;

const inviterOf = async ({ deps, actor }: Ctx, db: Db): Promise<string> => {
  const operator = `The operator of ${new URL(deps.settings.publicUrl).host}`;
  if (actor.kind !== "member") return operator;
  const name = (await memberNames(db, [actor.memberId])).get(actor.memberId) ?? "";
  return quotedName(name);
};

const isOverLimit = async ({ deps }: Ctx, db: Db, tenantId: string, email: string): Promise<boolean> => {
  const now = deps.now().getTime();
  const counts = await countInvitationMails(db, {
    tenantId,
    tenantSince: new Date(now - HOUR_MS),
    emailHashes: digestsOf(deps.secrets, "email", email),
    addressSince: new Date(now - 24 * HOUR_MS),
  });
  return counts.ofTenant >= PER_TENANT_HOUR || counts.toAddress >= PER_ADDRESS_DAY;
};

const UNTIL = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

const ROLE_WORDS: Readonly<Record<Role, string>> = {
  owner: "an owner",
  admin: "an admin",
  developer: "a developer",
  support: "a member with the role support",
  viewer: "a member with the role viewer",
};

type Sent = Pick<InvitationRow, "id" | "tenantId" | "role" | "expiresAt"> & {
  email: string | null;
  /** The page of the link. */
  url: string;
};

/**
 * Queues the e-mail with an invitation's link, in the caller's transaction. The caller holds the tenant's row: of two
 * invitations at once, the second counts the first. An earlier mail about it that still waits is not sent: its link is dead.
 */
export const mailInvitation = async (
  ctx: Ctx,
  db: Db,
  { id, tenantId, role, expiresAt, email, url }: Sent,
): Promise<InvitationMail> => {
  await withdrawMails(db, id, ctx.deps.now());
  if (email === null) return "none";
  if (ctx.deps.settings.mail === null) return "off";
  if (await isOverLimit(ctx, db, tenantId, email)) return "limit";
  const tenant = quotedName((await findTenant(db, tenantId))?.name ?? "");
  const inviter = await inviterOf(ctx, db);
  const { host } = new URL(ctx.deps.settings.publicUrl);
  const isQueued = await queueMail(ctx, db, {
    to: email,
    kind: "invitation",
    tenantId,
    aboutId: id,
    subject: `Invitation to the console of ${tenant}`,
    paragraphs: [
      `${inviter} invites you to the console of ${tenant} at ${host}, as ${ROLE_WORDS[role]}.`,
      `The link works once, until ${UNTIL.format(expiresAt)} UTC. You sign in at ${host} with your own account; you will never be asked for a password by e-mail.`,
      "The names in quotation marks were chosen by the people who invite you, and have not been checked. If you do not know them, do nothing: the invitation ends by itself.",
    ],
    action: { label: "Look at the invitation", url },
  });
  return isQueued ? "queued" : "none";
};
