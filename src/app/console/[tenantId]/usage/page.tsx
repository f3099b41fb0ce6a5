import { tenantPage } from "#app/console/read-first.tsx";
import { UsageScreen } from "#console/usage/usage-screen.tsx";
import { USAGE_INPUT } from "#console/usage/usage-series.ts";

export const metadata = { title: "Usage and billing" };

export default tenantPage(
  (queries, trpc) => queries.query(trpc.reports.usage.queryOptions(USAGE_INPUT)),
  UsageScreen,
);
