import { tenantPage } from "#app/console/read-first.tsx";
import { DeliveriesScreen } from "#console/webhooks/deliveries-screen.tsx";
import { deliveriesInput, deliveriesOptions } from "#console/webhooks/delivery-filters.ts";

export const metadata = { title: "Deliveries" };

export default tenantPage(
  (queries, trpc, { query }) => queries.infiniteQuery(deliveriesOptions(trpc, deliveriesInput(query))),
  DeliveriesScreen,
);
