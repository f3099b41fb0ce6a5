import { operatorPage } from "#app/console/read-first.tsx";
import { webhooksInput } from "#console/operator/operator-queries.ts";
import { OperatorWebhooksScreen } from "#console/operator/webhooks-screen.tsx";

export const metadata = { title: "Webhooks" };

export default operatorPage(
  (queries, trpc) => queries.query(trpc.operator.webhooks.queryOptions(webhooksInput())),
  OperatorWebhooksScreen,
);
