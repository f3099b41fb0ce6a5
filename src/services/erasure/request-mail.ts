import { HOUR_MS } from "#core/day.ts";
import { quotedName } from "#core/mail/mail.ts";
import type { Db } from "#data/service/client.ts";
import { findTenant } from "#data/tenants/tenants.ts";
import type { Ctx } from "#services/context.ts";
import { queueMail } from "#services/mail/queue.ts";
import { addressesOf } from "#services/members/addresses.ts";

/** The end of a request's id: enough to tell requests apart, and nothing about the person. */
const referenceOf = (requestId: string): string => requestId.slice(-6).toUpperCase();

const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/**
 * Tells the members who may erase that a person asked for it, in the caller's transaction: without anything about the
 * person, and at most one mail an hour to each member, however many ask.
 */
export const mailErasureRequest = async (
  ctx: Ctx,
  db: Db,
  { id, tenantId, dueAt }: { id: string; tenantId: string; dueAt: Date },
): Promise<void> => {
  const { deps } = ctx;
  if (deps.settings.mail === null) return;
  const tenant = quotedName((await findTenant(db, tenantId))?.name ?? "");
  const hour = Math.floor(deps.now().getTime() / HOUR_MS);
  const reference = referenceOf(id);
  for (const { memberId, email } of await addressesOf(deps, db, tenantId, "verifications.erase"))
    await queueMail(ctx, db, {
      to: email,
      kind: "erasure_request",
      tenantId,
      aboutId: id,
      dedupeKey: `erasure_request:${tenantId}:${memberId}:${hour}`,
      subject: `A person asks ${tenant} to erase their data (${reference})`,
      paragraphs: [
        `Someone who was checked for ${tenant} asks you to erase what is stored about their check. The request's reference is ${reference}.`,
        `You have until ${DAY.format(dueAt)} to erase it, or to decline and say why. Others who ask within the same hour are in the same list; they cause no further mail.`,
      ],
      action: {
        label: "Answer the request",
        url: `${deps.settings.publicUrl}/console/${tenantId}/requests`,
      },
    });
};
