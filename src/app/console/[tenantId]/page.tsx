import { tenantPage } from "#app/console/read-first.tsx";
import { overviewInput } from "#console/overview/overview-data.ts";
import { OverviewScreen } from "#console/overview/overview-screen.tsx";

export const metadata = { title: "Overview" };

export default tenantPage(
  (queries, trpc, { query }) =>
    queries.query(trpc.reports.overview.queryOptions(overviewInput(query("mode"), query("days")))),
  OverviewScreen,
);
