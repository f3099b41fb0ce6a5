import * as webhooksContract from "#contracts/console/webhooks.ts";
import { EVENT_SCHEMAS } from "#contracts/public/webhooks.ts";
import * as deliveries from "#services/webhooks/deliveries.ts";
import * as endpoints from "#services/webhooks/endpoints.ts";
import { eventExamples, sendSampleEvent } from "#services/webhooks/send-sample-event.ts";
import { memberProcedure, router, using } from "./init.ts";

const read = memberProcedure("webhooks.read");
const write = memberProcedure("webhooks.write");
const retry = memberProcedure("webhooks.retry");

export const webhooks = router({
  catalogue: read.query(({ ctx }) => {
    const examples = eventExamples(ctx);
    return EVENT_SCHEMAS.map(({ event, schema }) => ({
      event,
      schema: JSON.stringify(schema),
      example: examples.get(event) ?? "",
    }));
  }),
  endpoints: read.query(({ ctx }) => endpoints.listEndpoints(ctx)),
  createEndpoint: write.input(webhooksContract.createEndpoint).mutation(using(endpoints.createEndpoint)),
  updateEndpoint: write.input(webhooksContract.updateEndpoint).mutation(using(endpoints.updateEndpoint)),
  enableEndpoint: write.input(webhooksContract.oneEndpoint).mutation(using(endpoints.enableEndpoint)),
  disableEndpoint: write.input(webhooksContract.oneEndpoint).mutation(using(endpoints.disableEndpoint)),
  removeEndpoint: write.input(webhooksContract.oneEndpoint).mutation(using(endpoints.removeEndpoint)),
  rollSecret: write.input(webhooksContract.rollSecret).mutation(using(endpoints.rollSecret)),
  sendSample: write.input(webhooksContract.sendSample).mutation(using(sendSampleEvent)),
  deliveries: read.input(webhooksContract.listDeliveries).query(using(deliveries.listDeliveries)),
  delivery: read.input(webhooksContract.oneDelivery).query(using(deliveries.getDelivery)),
  retryDelivery: retry.input(webhooksContract.retryDelivery).mutation(using(deliveries.retryDelivery)),
  resendable: read.input(webhooksContract.resendable).query(using(deliveries.countDeliveriesToResend)),
  resendDeliveries: retry
    .input(webhooksContract.resendDeliveries)
    .mutation(using(deliveries.resendDeliveries)),
});
