import { operatorPage } from "#app/console/read-first.tsx";
import { SystemScreen } from "#console/operator/system-screen.tsx";

export const metadata = { title: "System" };

export default operatorPage(
  (queries, trpc) => queries.query(trpc.operator.system.queryOptions()),
  SystemScreen,
);
