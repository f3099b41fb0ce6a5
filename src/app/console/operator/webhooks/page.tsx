import { operatorPage } from "#app/console/read-first.tsx";
import { OperatorWebhooksScreen } from "#console/operator/webhooks-screen.tsx";

export const metadata = { title: "Webhooks" };

export default operatorPage(
  (queries, trpc) => queries.query(trpc.operator.webhooks.queryOptions()),
  OperatorWebhooksScreen,
);
