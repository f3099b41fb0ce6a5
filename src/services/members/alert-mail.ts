import type { Db } from "#data/service/client.ts";
import { withdrawMails } from "#data/service/mail.ts";

/** What an alert's e-mail to a member is about: their membership, so that it goes when they do. */
export const alertMailAbout = (tenantId: string, memberId: string): string => `${tenantId}/${memberId}`;

/**
 * Takes back e-mails about alerts that wait for a mail server, once a person is no longer a member. One that is being sent
 * at that moment may still arrive.
 */
export const withdrawAlertMails = (
  db: Db,
  { tenantId, memberId }: { tenantId: string; memberId: string },
  now: Date,
): Promise<void> => withdrawMails(db, alertMailAbout(tenantId, memberId), now);
