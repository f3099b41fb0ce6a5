import { operatorPage } from "#app/console/read-first.tsx";
import { AdminKeysScreen } from "#console/operator/admin-keys-screen.tsx";
import { LISTED } from "#console/operator/operator-queries.ts";

export const metadata = { title: "Admin keys" };

export default operatorPage(
  (queries, trpc) => queries.query(trpc.operator.adminKeys.queryOptions({ limit: LISTED })),
  AdminKeysScreen,
);
