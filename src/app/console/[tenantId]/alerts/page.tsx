import { tenantPage } from "#app/console/read-first.tsx";
import { alertsInput, alertsOptions, viewIn } from "#console/alerts/alert-filters.ts";
import { AlertsScreen } from "#console/alerts/alerts-screen.tsx";

export const metadata = { title: "Alerts" };

export default tenantPage(
  (queries, trpc, { query }) =>
    viewIn(query) === "list"
      ? queries.infiniteQuery(alertsOptions(trpc, alertsInput(query)))
      : queries.query(trpc.alerts.settings.queryOptions()),
  AlertsScreen,
);
