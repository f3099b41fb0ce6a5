import { MAIL_LIMITS, type MailContent, type MailKind, mailableAddress, oneLine } from "#core/mail/mail.ts";
import type { Db } from "#data/service/client.ts";
import { insertMail } from "#data/service/mail.ts";
import type { Ctx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { sealedFor } from "#services/sealing.ts";

export type NewMail = MailContent & {
  /** One address. */
  to: string;
  kind: MailKind;
  /** Null: it concerns the deployment. */
  tenantId: string | null;
  /** The id of the row that it is about, by which `mailStates` finds it. */
  aboutId?: string;
  /** Of two mails with the same key, the second is not queued for 30 days. Ids and words of ours only. */
  dedupeKey?: string;
};

/** The texts as they are sent: one line each, cut to their limits. */
const bounded = ({ subject, paragraphs, action }: MailContent): MailContent => ({
  subject: oneLine(subject, MAIL_LIMITS.subject),
  paragraphs: paragraphs
    .slice(0, MAIL_LIMITS.paragraphs)
    .map((paragraph) => oneLine(paragraph, MAIL_LIMITS.paragraph)),
  ...(action && { action: { label: oneLine(action.label, MAIL_LIMITS.label), url: action.url } }),
});

/**
 * Queues an e-mail in the caller's transaction; a worker sends it once that is committed, at least once.
 * @returns false, and nothing is queued, where SMTP_URL is not set, where no mail can go to this address, and where a
 * mail with the same `dedupeKey` is there
 * @throws RangeError: `action.url` is not an address of this service
 */
export const queueMail = async ({ deps }: Ctx, db: Db, mail: NewMail): Promise<boolean> => {
  const address = mailableAddress(mail.to);
  if (deps.settings.mail === null || address === null) return false;
  const { kind, tenantId, aboutId = null, dedupeKey = null, action } = mail;
  const isOurs =
    action === undefined || new URL(action.url).origin === new URL(deps.settings.publicUrl).origin;
  if (!isOurs || (action && action.url.length > MAIL_LIMITS.url))
    throw new RangeError("A mail links to this service only.");
  const id = newId(deps, "mail");
  return insertMail(db, {
    id,
    tenantId,
    kind,
    aboutId,
    dedupeKey,
    addressSealed: deps.secrets.seal(address, sealedFor("mailAddress", id)),
    contentSealed: deps.secrets.seal(JSON.stringify(bounded(mail)), sealedFor("mailContent", id)),
    createdAt: deps.now(),
  });
};
