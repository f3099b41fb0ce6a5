import { oneLine, quotedName } from "#core/mail/mail.ts";
import { counted } from "#core/text.ts";
import type { Db } from "#data/service/client.ts";
import type { OperatorCtx } from "#services/context.ts";
import { queueMail } from "#services/mail/queue.ts";
import { addressesOf } from "#services/members/addresses.ts";

const REASON_MAX = 500;

/**
 * Tells the members who may answer that the operator asks to look, in the caller's transaction; without the operator's
 * name, as everywhere in the tenant.
 */
export const mailQuestion = async (
  ctx: OperatorCtx,
  db: Db,
  {
    id,
    tenant,
    reason,
    hours,
  }: { id: string; tenant: { id: string; name: string }; reason: string; hours: number },
): Promise<void> => {
  const { deps } = ctx;
  if (deps.settings.mail === null) return;
  const name = quotedName(tenant.name);
  const time = counted(hours, "hour");
  for (const { memberId, email } of await addressesOf(deps, db, tenant.id, "operators.admit"))
    await queueMail(ctx, db, {
      to: email,
      kind: "operator_visit",
      tenantId: tenant.id,
      aboutId: id,
      dedupeKey: `operator_visit:${id}:${memberId}`,
      subject: `The operator asks to read the console of ${name}`,
      paragraphs: [
        `The operator of this service asks to read the console of ${name} for ${time}. The reason given: “${oneLine(reason, REASON_MAX)}”`,
        "Nothing can be read before you agree. While it lasts, nothing can be changed or exported, your audit trail shows what was read, and you can end it at any time. If you do not answer, nothing happens.",
      ],
      action: { label: "Answer", url: `${deps.settings.publicUrl}/console/${tenant.id}/settings#operator` },
    });
};
