import * as contract from "#contracts/console/webhooks.ts";
import * as deliveries from "#services/webhooks/deliveries.ts";
import * as endpoints from "#services/webhooks/endpoints.ts";
import { sendSampleEvent } from "#services/webhooks/send-sample-event.ts";
import { memberProcedure, router } from "../init.ts";

const read = memberProcedure("webhooks.read");
const write = memberProcedure("webhooks.write");
const retry = memberProcedure("webhooks.retry");

export const webhooks = router({
  endpoints: read.query(({ ctx }) => endpoints.listEndpoints(ctx)),
  createEndpoint: write
    .input(contract.createEndpoint)
    .mutation(({ ctx, input }) => endpoints.createEndpoint(ctx, input)),
  updateEndpoint: write
    .input(contract.updateEndpoint)
    .mutation(({ ctx, input }) => endpoints.updateEndpoint(ctx, input)),
  enableEndpoint: write
    .input(contract.oneEndpoint)
    .mutation(({ ctx, input }) => endpoints.enableEndpoint(ctx, input)),
  disableEndpoint: write
    .input(contract.oneEndpoint)
    .mutation(({ ctx, input }) => endpoints.disableEndpoint(ctx, input)),
  removeEndpoint: write
    .input(contract.oneEndpoint)
    .mutation(({ ctx, input }) => endpoints.removeEndpoint(ctx, input)),
  rollSecret: write.input(contract.rollSecret).mutation(({ ctx, input }) => endpoints.rollSecret(ctx, input)),
  sendSample: write.input(contract.sendSample).mutation(({ ctx, input }) => sendSampleEvent(ctx, input)),
  deliveries: read
    .input(contract.listDeliveries)
    .query(({ ctx, input }) => deliveries.listDeliveries(ctx, input)),
  delivery: read.input(contract.oneDelivery).query(({ ctx, input }) => deliveries.getDelivery(ctx, input)),
  retryDelivery: retry
    .input(contract.oneDelivery)
    .mutation(({ ctx, input }) => deliveries.retryDelivery(ctx, input)),
  unsent: read.input(contract.countUnsent).query(({ ctx, input }) => deliveries.countUnsent(ctx, input)),
  resendDeliveries: retry
    .input(contract.resendDeliveries)
    .mutation(({ ctx, input }) => deliveries.resendDeliveries(ctx, input)),
});
