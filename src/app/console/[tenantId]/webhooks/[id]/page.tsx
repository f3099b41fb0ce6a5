import { tenantPage } from "#app/console/read-first.tsx";
import { EndpointScreen } from "#console/webhooks/endpoint-screen.tsx";

export const metadata = { title: "Webhook endpoint" };

export default tenantPage<{ id: string }>(
  (queries, trpc) => queries.query(trpc.webhooks.endpoints.queryOptions()),
  ({ id }) => <EndpointScreen endpointId={id} />,
);
