import { tenantPage } from "#app/console/read-first.tsx";
import { AccountScreen } from "#console/account/account-screen.tsx";

export const metadata = { title: "Account" };

export default tenantPage(
  (queries, trpc) => queries.query(trpc.session.sessions.queryOptions()),
  AccountScreen,
);
