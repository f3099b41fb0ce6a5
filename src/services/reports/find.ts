import { mayDo } from "#core/access.ts";
import { isId } from "#core/ids.ts";
import { listRequestLogs } from "#data/request-logs.ts";
import { findSettings } from "#data/tenant-settings.ts";
import { findDelivery } from "#data/webhook-deliveries.ts";
import type { MemberCtx } from "../context.ts";
import { requirePermission } from "../require-permission.ts";
import { findByPart, findPage, type ListedVerification } from "../verifications/list.ts";

const LIMIT = 6;

export type Finds = {
  verifications: ListedVerification[];
  /** The text itself, where it is the id of such a thing that is there and may be seen. */
  deliveryId: string | null;
  requestId: string | null;
};

const verificationsFor = async ({ deps, tenant }: MemberCtx, text: string): Promise<ListedVerification[]> => {
  const { verifications: whole } = await findPage(deps, tenant.id, { search: text, limit: LIMIT });
  const key = (await findSettings(deps.db.orm, tenant.id))?.listMetadataKey ?? null;
  if (key === null || whole.length === LIMIT) return whole;
  const known = new Set(whole.map(({ verificationId }) => verificationId));
  const parts = await findByPart(deps, tenant.id, { key, text }, LIMIT);
  return [...whole, ...parts.filter(({ verificationId }) => !known.has(verificationId))].slice(0, LIMIT);
};

/**
 * What a text may mean: a verification by its id, by a whole value of its metadata or by a part of the value that
 * names it in lists; a delivery or a request by its id. Only what is there is named.
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
