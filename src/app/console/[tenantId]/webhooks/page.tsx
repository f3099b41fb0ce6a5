import { tenantPage } from "#app/console/read-first.tsx";
import { EndpointsScreen } from "#console/webhooks/endpoints-screen.tsx";

export const metadata = { title: "Webhooks" };

export default tenantPage(
  (queries, trpc) => queries.query(trpc.webhooks.endpoints.queryOptions()),
  EndpointsScreen,
);
