import { operatorPage } from "#app/console/read-first.tsx";
import { usageInput } from "#console/operator/operator-queries.ts";
import { OperatorUsageScreen } from "#console/operator/usage-screen.tsx";

export const metadata = { title: "Usage and money" };

export default operatorPage(
  (queries, trpc, { query }) =>
    Promise.all([
      queries.query(trpc.operator.usage.queryOptions(usageInput(query))),
      queries.query(trpc.operator.prices.queryOptions()),
    ]),
  OperatorUsageScreen,
);
