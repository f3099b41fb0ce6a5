import { tenantPage } from "#app/console/read-first.tsx";
import { DeliveryScreen } from "#console/webhooks/delivery-screen.tsx";

export const metadata = { title: "Delivery" };

export default tenantPage<{ id: string }>(
  (queries, trpc, { params }) =>
    queries.query(trpc.webhooks.delivery.queryOptions({ deliveryId: params.id })),
  ({ id }) => <DeliveryScreen deliveryId={id} />,
);
