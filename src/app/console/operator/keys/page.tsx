import { operatorPage } from "#app/console/read-first.tsx";
import { AdminKeysScreen } from "#console/operator/admin-keys-screen.tsx";

export const metadata = { title: "Admin keys" };

export default operatorPage(
  (queries, trpc) => queries.query(trpc.operator.adminKeys.queryOptions()),
  AdminKeysScreen,
);
