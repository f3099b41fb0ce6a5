import type { Mail, MailStatus } from "#data/generated/client.ts";
import type { Db } from "./client.ts";

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

/** Claims due mails, oldest first; each is claimed by one worker until its lease ends. */
export const claimMails = (
  db: Db,
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<ClaimedMail[]> =>
  db.$queryRaw<ClaimedMail[]>`
    update mail set tries = tries + 1, next_at = ${leaseUntil}
    where id in (
      select id from mail where status = 'pending' and next_at <= ${now}
      order by next_at, id limit ${limit} for update skip locked)
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
  await db.mail.updateMany({ where: { id, tries, status: "pending" }, data });
};

/** It is tried again then. Nothing happens if another worker has claimed it since. */
export const postponeMail = async (
  db: Db,
  { id, tries }: Claim,
  next: { nextAt: Date; lastCode: string },
): Promise<void> => {
  await db.mail.updateMany({ where: { id, tries, status: "pending" }, data: next });
};
