import { type MailCode, type MailContent, mailableAddress } from "#core/mail/mail.ts";
import { renderMail } from "#core/mail/render.ts";
import { MAX_ATTEMPTS, nextAttempt, steady } from "#core/webhooks/backoff.ts";
import { type ClaimedMail, claimMails, endMail, postponeMail } from "#data/service/mail.ts";
import type { Mailer } from "#platform/mail/mailer.ts";
import type { Ctx, Deps } from "#services/context.ts";
import { openSealed, sealedFor } from "#services/sealing.ts";

/** Longer than the mailer takes for a mail, so that no other process sends it in the meantime. */
export const MAIL_LEASE_MS = 120_000;

/** Of these, the same mail would be refused again. */
const isFinal = (code: MailCode): boolean => ["address", "refused", "unreadable"].includes(code);

const opened = ({ secrets }: Deps, { id, addressSealed, contentSealed }: ClaimedMail) => {
  const address = openSealed(secrets, addressSealed, sealedFor("mailAddress", id));
  const content = openSealed(secrets, contentSealed, sealedFor("mailContent", id));
  const to = address === null ? null : mailableAddress(address);
  if (to === null || content === null) return null;
  const parsed: MailContent = JSON.parse(content);
  return { to, content: parsed };
};

export type Sending = Pick<Ctx, "deps"> & {
  mailer: Mailer;
  /** MAIL_REPLY_TO is set. */
  isAnswered: boolean;
  /** Only what is about the deployment, and nothing of a tenant's. */
  onlyOperators?: boolean;
};

const attempt = async (
  { deps, mailer, isAnswered }: Sending,
  claimed: ClaimedMail,
): Promise<MailCode | null> => {
  const mail = opened(deps, claimed);
  if (!mail) return "unreadable";
  const { operatorName, publicUrl } = deps.settings;
  return mailer.send({
    ...renderMail(mail.content, { operatorName, publicUrl, isAnswered }),
    id: claimed.id,
    to: mail.to,
    subject: mail.content.subject,
    date: claimed.createdAt,
  });
};

/** Of a worker that is killed each time: it never gets to say that a mail failed. */
const isHopeless = ({ tries, createdAt }: ClaimedMail, now: Date): boolean =>
  tries > MAX_ATTEMPTS && nextAttempt(createdAt, 1, now, 0) === null;

const sendClaimed = async (sending: Sending, claimed: ClaimedMail): Promise<MailCode | null> => {
  const { deps } = sending;
  const code = isHopeless(claimed, deps.now()) ? "timeout" : await attempt(sending, claimed);
  const now = deps.now();
  const db = deps.db.orm;
  if (code === null) {
    await endMail(db, claimed, { status: "sent", lastCode: null, endedAt: now });
    return null;
  }
  const chance = (deps.random(1)[0] ?? 0) / 256;
  const next = isFinal(code) ? null : nextAttempt(claimed.createdAt, claimed.tries, now, chance);
  if (next) await postponeMail(db, claimed, { nextAt: next.at, lastCode: code });
  else await endMail(db, claimed, { status: "failed", lastCode: code, endedAt: now });
  deps.log.info("a mail was not sent", { code, isGivenUp: next === null });
  return code;
};

/**
 * Sends mails that are due, each at least once: a worker that is killed after the server took one sends it again, with
 * the same Message-ID. Several workers share them.
 * @param limit how many at once
 * @returns how many were claimed, and why some of them were not sent
 */
export const sendDueMails = async (
  sending: Sending,
  limit: number,
): Promise<{ claimed: number; codes: ReadonlySet<MailCode> }> => {
  const { deps, onlyOperators = false } = sending;
  const now = deps.now();
  const mails = await claimMails(deps.db.orm, { now, limit, lease: steady(MAIL_LEASE_MS), onlyOperators });
  const codes = await Promise.all(mails.map((mail) => sendClaimed(sending, mail)));
  return { claimed: mails.length, codes: new Set(codes.filter((code) => code !== null)) };
};

/** The log says again after this long that no mail goes out. */
const SHOUT_EVERY_MS = 5 * 60_000;

/** What is wrong with the settings or the server, and with every mail: the operator has to know. */
const SHOUTS: Readonly<Record<MailCode, string | null>> = {
  // These five are about one mail, and other mails go out.
  address: null,
  refused: null,
  deferred: null,
  unreadable: null,
  withdrawn: null,
  login: "the mail server refuses the user and password of SMTP_URL: no mail is sent",
  sender: "the mail server refuses MAIL_FROM: no mail is sent",
  tls: "the mail server offers no encryption, or its certificate does not hold: no mail is sent",
  connection: "the mail server cannot be reached: mails wait",
  timeout: "the mail server is too slow: mails wait",
};

/** Sends due mails, and says in the log, at most every five minutes, why none goes out. @returns how many were claimed */
export const createMailRounds = (): ((sending: Sending, limit: number) => Promise<number>) => {
  const shoutedAt = new Map<MailCode, number>();
  return async (sending, limit) => {
    const { claimed, codes } = await sendDueMails(sending, limit);
    const now = sending.deps.now().getTime();
    for (const code of codes) {
      const shout = SHOUTS[code];
      if (shout === null || now - (shoutedAt.get(code) ?? Number.NEGATIVE_INFINITY) < SHOUT_EVERY_MS)
        continue;
      shoutedAt.set(code, now);
      sending.deps.log.error(shout, { code });
    }
    return claimed;
  };
};
