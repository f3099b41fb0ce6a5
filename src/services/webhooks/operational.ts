import type { AccountEventName } from "#core/event.ts";
import type { Mode } from "#core/verification.ts";
import { FAILING_MS } from "#core/webhooks/webhook.ts";
import type { Db } from "#data/service/client.ts";
import { inTransaction } from "#data/service/client.ts";
import { accountSubscribers } from "#data/webhooks/events.ts";
import {
  type EndpointNews,
  type Exhausted,
  takeEndpointNews,
  takeExhausted,
} from "#data/webhooks/operational.ts";
import type { Ctx } from "#services/context.ts";
import { emitAccountEvent } from "./emit.ts";

type Told = { tenantId: string; endpointId: string; type: AccountEventName; mode: Mode; fields: object };

/**
 * Writes the event for the endpoints of the tenant, and of the operator's own tenant, that name it. Where none does, there is no event.
 * It never goes to the endpoint that it is about.
 */
const tell = async (ctx: Ctx, db: Db, { tenantId, endpointId, type, mode, fields }: Told): Promise<void> => {
  const { operatorTenantId } = ctx.deps.settings;
  const tenants = new Set([tenantId, ...(operatorTenantId === null ? [] : [operatorTenantId])]);
  for (const told of tenants) {
    const found = await accountSubscribers(db, { tenantId: told, mode }, type, endpointId);
    if (found.length === 0) continue;
    await emitAccountEvent(ctx, db, { tenantId: told, type, mode, fields, exceptEndpointId: endpointId });
  }
};

/** Without its query, which can hold a secret: the event goes to another endpoint, and to the operator's. */
const plainUrl = (url: string): string => url.split(/[?#]/, 1)[0] ?? "";

const toldOfEndpoint = ({ news, ...endpoint }: EndpointNews): Told => {
  const { id, tenantId, url, modes, failingSince, disabledReason } = endpoint;
  return {
    tenantId,
    endpointId: id,
    type: `endpoint.${news}`,
    mode: modes.includes("live") ? "live" : "test",
    fields: {
      endpoint: {
        id,
        tenant_id: tenantId,
        url: plainUrl(url),
        ...(news === "failing" && failingSince && { failing_since: failingSince.toISOString() }),
        ...(news === "disabled" && { reason: disabledReason === "gone" ? "gone" : "failing" }),
      },
    },
  };
};

const toldOfDelivery = (delivery: Exhausted): Told => ({
  tenantId: delivery.tenantId,
  endpointId: delivery.endpointId,
  type: "delivery.exhausted",
  mode: delivery.mode,
  fields: {
    endpoint: { id: delivery.endpointId, tenant_id: delivery.tenantId, url: plainUrl(delivery.url) },
    delivery: {
      id: delivery.id,
      event: delivery.event,
      event_id: delivery.eventId,
      ...(delivery.verificationId !== null && { verification_id: delivery.verificationId }),
      attempts: delivery.attempts,
      ...(delivery.lastStatus !== null && { last_status: delivery.lastStatus }),
      ...(delivery.lastCode !== null && { last_code: delivery.lastCode }),
    },
  },
});

/**
 * Tells tenants, and the operator, of endpoints that began to fail, were switched off by the service or work again, and of
 * deliveries that were given up: each once, however many workers look. There is no event about the delivery of these events,
 * so that no event begets another.
 * @returns how many were looked at
 */
export const tellOperationalEvents = (ctx: Ctx, limit: number): Promise<number> =>
  inTransaction(ctx.deps.db, async (db) => {
    const failingSince = new Date(ctx.deps.now().getTime() - FAILING_MS);
    const endpoints = await takeEndpointNews(db, failingSince, limit);
    const deliveries = await takeExhausted(db, limit);
    const told = deliveries.filter(({ verificationId }) => verificationId !== null);
    for (const one of endpoints.map(toldOfEndpoint)) await tell(ctx, db, one);
    for (const one of told.map(toldOfDelivery)) await tell(ctx, db, one);
    return endpoints.length + deliveries.length;
  });
