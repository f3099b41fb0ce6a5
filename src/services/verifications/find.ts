import { mayDo } from "#core/access/permissions.ts";
import { isId } from "#core/ids.ts";
import { listRequestLogs } from "#data/service/request-logs.ts";
import { findSettings } from "#data/tenants/tenants.ts";
import { findDelivery } from "#data/webhooks/webhook-deliveries.ts";
import type { MemberCtx } from "#services/context.ts";
import { requirePermission } from "#services/permissions.ts";
import { findByPart, findPage, type ListedVerification } from "./list.ts";

const LIMIT = 6;

type Finds = {
  verifications: ListedVerification[];
  /** The text itself, if it is the id of a delivery that exists and can be seen. */
  deliveryId: string | null;
  requestId: string | null;
};

const verificationsFor = async ({ deps, tenant }: MemberCtx, text: string): Promise<ListedVerification[]> => {
  const { verifications: whole } = await findPage(deps, tenant.id, { search: text, limit: LIMIT });
  if (whole.length === LIMIT) return whole;
  const key = (await findSettings(deps.db.orm, tenant.id))?.listMetadataKey ?? null;
  const known = new Set(whole.map(({ verificationId }) => verificationId));
  const parts = await findByPart(deps, tenant.id, { key, text }, LIMIT);
  return [...whole, ...parts.filter(({ verificationId }) => !known.has(verificationId))].slice(0, LIMIT);
};

/**
 * Everything that a text can refer to: a verification by its id, a complete metadata value, or a part of its reference or of the
 * value that names it in lists; a delivery or a request by its id.
 * @throws PERMISSION_DENIED
 */
export const find = async (ctx: MemberCtx, text: string): Promise<Finds> => {
  requirePermission(ctx, "verifications.read");
  const { role, tenant } = ctx;
  const db = ctx.deps.db.orm;
  const isDelivery = isId("delivery", text) && mayDo(role, "webhooks.read");
  const isRequest = /^req_/.test(text) && mayDo(role, "logs.read");
  const [verifications, delivery, requests] = await Promise.all([
    verificationsFor(ctx, text),
    isDelivery ? findDelivery(db, tenant.id, text) : null,
    isRequest ? listRequestLogs(db, { tenantId: tenant.id, requestId: text }, 1, undefined) : [],
  ]);
  return {
    verifications,
    deliveryId: delivery?.id ?? null,
    requestId: requests[0]?.requestId ?? null,
  };
};
