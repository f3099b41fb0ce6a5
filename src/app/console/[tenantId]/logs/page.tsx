import { tenantPage } from "#app/console/read-first.tsx";
import { logsInput, logsOptions } from "#console/logs/log-filters.ts";
import { LogsScreen } from "#console/logs/logs-screen.tsx";

export const metadata = { title: "Logs" };

export default tenantPage(
  (queries, trpc, { query }) => queries.infiniteQuery(logsOptions(trpc, logsInput(query))),
  LogsScreen,
);
