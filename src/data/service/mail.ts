import type { Mail, MailStatus } from "#data/generated/client.ts";
import type { Db } from "./client.ts";
import { type Asked, asClaimed, claimDue } from "./outbox.ts";

type NewRow = Pick<
  Mail,
  "id" | "tenantId" | "kind" | "aboutId" | "dedupeKey" | "addressSealed" | "contentSealed" | "createdAt"
>;

/** @returns false: another mail in the table has its dedupe key */
export const insertMail = async (db: Db, mail: NewRow): Promise<boolean> => {
  const data = [{ ...mail, nextAt: mail.createdAt }];
  const { count } = await db.mail.createMany({ data, skipDuplicates: true });
  return count === 1;
};

/** A mail whose lease this worker holds. */
export type ClaimedMail = Pick<Mail, "id" | "tries" | "createdAt"> & {
  kind: string;
  addressSealed: string;
  contentSealed: string;
};

/**
 * Claims due mails, oldest first; each is claimed by one process until its lease ends.
 * @param onlyOperators those about the deployment, and no tenant's
 */
export const claimMails = (
  db: Db,
  { onlyOperators, ...asked }: Asked & { onlyOperators: boolean },
): Promise<ClaimedMail[]> =>
  db.$queryRaw<ClaimedMail[]>`
    ${claimDue(onlyOperators ? "mail_of_operators" : "mail", asked)}
    returning id, kind, tries, created_at as "createdAt",
      address_sealed as "addressSealed", content_sealed as "contentSealed"`;

type Claim = Pick<ClaimedMail, "id" | "tries">;

/** The mail has ended; its address and text go. Nothing happens if another worker has claimed it since. */
export const endMail = async (
  db: Db,
  { id, tries }: Claim,
  end: { status: Exclude<MailStatus, "pending">; lastCode: string | null; endedAt: Date },
): Promise<void> => {
  const data = { ...end, addressSealed: null, contentSealed: null };
  await db.mail.updateMany({ where: asClaimed({ id, tries }), data });
};

/** It is tried again then. Nothing happens if another worker has claimed it since. */
export const postponeMail = async (
  db: Db,
  { id, tries }: Claim,
  next: { nextAt: Date; lastCode: string },
): Promise<void> => {
  await db.mail.updateMany({ where: asClaimed({ id, tries }), data: next });
};

/** Mails about a row that wait are not sent any more; one that is under way may still arrive. */
export const withdrawMails = async (db: Db, aboutId: string, now: Date): Promise<void> => {
  await db.mail.updateMany({
    where: { aboutId, status: "pending" },
    data: {
      status: "failed",
      lastCode: "withdrawn",
      endedAt: now,
      addressSealed: null,
      contentSealed: null,
    },
  });
};

/** Invitations by e-mail: of a tenant since a time, and to an address since another, from every tenant. */
export const countInvitationMails = async (
  db: Db,
  input: {
    tenantId: string;
    tenantSince: Date;
    emailHashes: Uint8Array<ArrayBuffer>[];
    addressSince: Date;
  },
): Promise<{ ofTenant: number; toAddress: number }> => {
  const { tenantId, tenantSince, emailHashes, addressSince } = input;
  const [row] = await db.$queryRaw<{ ofTenant: number; toAddress: number }[]>`
    select
      (select count(*)::int from mail
        where tenant_id = ${tenantId} and kind = 'invitation' and created_at > ${tenantSince}) as "ofTenant",
      (select count(*)::int from invitation i join mail m on m.about_id = i.id
        where i.email_hash = any(${emailHashes}) and m.kind = 'invitation'
          and m.created_at > ${addressSince}) as "toAddress"`;
  return row ?? { ofTenant: 0, toAddress: 0 };
};

/** How the newest mail about each of these rows stands. */
export type MailState = Pick<Mail, "status" | "lastCode" | "createdAt" | "endedAt">;

/** The newest mail of the tenant's about each row that has one. */
export const mailStates = async (
  db: Db,
  tenantId: string,
  aboutIds: readonly string[],
): Promise<ReadonlyMap<string, MailState>> => {
  const rows = await db.mail.findMany({
    where: { tenantId, aboutId: { in: [...aboutIds] } },
    orderBy: { id: "asc" },
    select: { aboutId: true, status: true, lastCode: true, createdAt: true, endedAt: true },
  });
  return new Map(rows.map(({ aboutId, ...state }) => [aboutId ?? "", state]));
};
