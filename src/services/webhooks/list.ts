import { idsOfDays } from "#core/day.ts";
import { ServiceError } from "#core/errors.ts";
import type { WebhookDelivery, WebhookEndpoint } from "#core/webhook.ts";
import type { IdRange } from "#data/id-range.ts";
import {
  type DeliveryDetail,
  type DeliveryFilter,
  findDelivery,
  listDeliveries as listRows,
} from "#data/webhook-deliveries.ts";
import { listEndpoints as listEndpointRows } from "#data/webhook-endpoints.ts";
import type { Ctx } from "../context.ts";

/** The tenant's endpoints, oldest first. */
export const listEndpoints = ({ deps }: Ctx, tenantId: string): Promise<WebhookEndpoint[]> =>
  listEndpointRows(deps.db.orm, tenantId);

export type DeliveryPage = { deliveries: WebhookDelivery[]; nextCursor: string | null };

/** A page of deliveries, newest first. */
export const listDeliveries = async (
  { deps }: Ctx,
  input: Omit<DeliveryFilter, keyof IdRange> & {
    tenantId: string;
    /** Days of UTC, both inside. */
    from?: string | undefined;
    to?: string | undefined;
    limit: number;
    cursor?: string | undefined;
  },
): Promise<DeliveryPage> => {
  const { tenantId, limit, cursor, from, to, ...others } = input;
  const filter = { ...others, ...idsOfDays("delivery", { from, to }) };
  const found = await listRows(deps.db.orm, tenantId, filter, limit + 1, cursor);
  const deliveries = found.slice(0, limit);
  return { deliveries, nextCursor: found.length > limit ? (deliveries.at(-1)?.id ?? null) : null };
};

/** One delivery with the bytes that are sent and every attempt. @throws NOT_FOUND */
export const getDelivery = async (
  { deps }: Ctx,
  input: { tenantId: string; id: string },
): Promise<DeliveryDetail> => {
  const found = await findDelivery(deps.db.orm, input.tenantId, input.id);
  if (!found) throw new ServiceError("NOT_FOUND", "There is no such delivery.");
  return found;
};
