import { operatorPage } from "#app/console/read-first.tsx";
import { OperatorSettingsScreen } from "#console/operator/settings-screen.tsx";

export const metadata = { title: "Settings" };

export default operatorPage(
  (queries, trpc) => queries.query(trpc.operator.settings.queryOptions()),
  OperatorSettingsScreen,
);
