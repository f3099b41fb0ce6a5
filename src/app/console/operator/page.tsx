import { operatorPage } from "#app/console/read-first.tsx";
import {
  OVERVIEW_CERTIFICATES,
  OVERVIEW_RATES,
  OVERVIEW_WEBHOOKS,
  overviewUsage,
} from "#console/operator/operator-queries.ts";
import { OperatorOverviewScreen } from "#console/operator/overview-screen.tsx";

export const metadata = { title: "Overview" };

export default operatorPage(
  (queries, { operator }) =>
    Promise.all([
      queries.query(operator.alerts.queryOptions()),
      queries.query(operator.webhooks.queryOptions(OVERVIEW_WEBHOOKS)),
      queries.query(operator.system.queryOptions()),
      queries.query(operator.certificates.queryOptions(OVERVIEW_CERTIFICATES)),
      queries.query(operator.trust.queryOptions()),
      queries.query(operator.usage.queryOptions(overviewUsage())),
      queries.query(operator.rates.queryOptions(OVERVIEW_RATES)),
      queries.query(operator.settings.queryOptions()),
    ]),
  OperatorOverviewScreen,
);
