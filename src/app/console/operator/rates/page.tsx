import { operatorPage } from "#app/console/read-first.tsx";
import { ratesInput } from "#console/operator/operator-queries.ts";
import { RatesScreen } from "#console/operator/rates-screen.tsx";

export const metadata = { title: "Rates" };

export default operatorPage(
  (queries, trpc, { query }) => queries.query(trpc.operator.rates.queryOptions(ratesInput(query))),
  RatesScreen,
);
