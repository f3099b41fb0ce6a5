import * as contract from "#contracts/console/webhooks.ts";
import * as change from "#services/webhooks/change-endpoint.ts";
import { createEndpoint } from "#services/webhooks/create-endpoint.ts";
import { getDelivery, listDeliveries, listEndpoints } from "#services/webhooks/list.ts";
import { countUnsent, resendDeliveries, retryDelivery } from "#services/webhooks/resend.ts";
import { sendSampleEvent } from "#services/webhooks/send-sample-event.ts";
import { memberProcedure, router } from "../init.ts";

const read = memberProcedure("webhooks.read");
const write = memberProcedure("webhooks.write");
const retry = memberProcedure("webhooks.retry");

export const webhooks = router({
  endpoints: read.query(({ ctx }) => listEndpoints(ctx, ctx.tenant.id)),
  createEndpoint: write
    .input(contract.createEndpoint)
    .mutation(({ ctx, input }) => createEndpoint(ctx, { ...input, tenantId: ctx.tenant.id })),
  updateEndpoint: write
    .input(contract.updateEndpoint)
    .mutation(({ ctx, input: { endpointId, ...changes } }) =>
      change.updateEndpoint(ctx, { tenantId: ctx.tenant.id, id: endpointId }, changes),
    ),
  enableEndpoint: write
    .input(contract.oneEndpoint)
    .mutation(({ ctx, input }) =>
      change.enableEndpoint(ctx, { tenantId: ctx.tenant.id, id: input.endpointId }),
    ),
  disableEndpoint: write
    .input(contract.oneEndpoint)
    .mutation(({ ctx, input }) =>
      change.disableEndpoint(ctx, { tenantId: ctx.tenant.id, id: input.endpointId }),
    ),
  removeEndpoint: write
    .input(contract.oneEndpoint)
    .mutation(({ ctx, input }) =>
      change.removeEndpoint(ctx, { tenantId: ctx.tenant.id, id: input.endpointId }),
    ),
  rollSecret: write
    .input(contract.rollSecret)
    .mutation(({ ctx, input: { endpointId, keepPrevious } }) =>
      change.rollSecret(ctx, { tenantId: ctx.tenant.id, id: endpointId, keepPrevious }),
    ),
  sendSample: write.input(contract.sendSample).mutation(({ ctx, input }) => sendSampleEvent(ctx, input)),
  deliveries: read
    .input(contract.listDeliveries)
    .query(({ ctx, input }) => listDeliveries(ctx, { ...input, tenantId: ctx.tenant.id })),
  delivery: read
    .input(contract.oneDelivery)
    .query(({ ctx, input }) => getDelivery(ctx, { tenantId: ctx.tenant.id, id: input.deliveryId })),
  retryDelivery: retry
    .input(contract.oneDelivery)
    .mutation(({ ctx, input }) => retryDelivery(ctx, { tenantId: ctx.tenant.id, id: input.deliveryId })),
  unsent: read
    .input(contract.countUnsent)
    .query(({ ctx, input }) => countUnsent(ctx, { ...input, tenantId: ctx.tenant.id })),
  resendDeliveries: retry
    .input(contract.resendDeliveries)
    .mutation(({ ctx, input }) => resendDeliveries(ctx, { ...input, tenantId: ctx.tenant.id })),
});
