import { tenantPage } from "#app/console/read-first.tsx";
import { SitesScreen } from "#console/oidc/sites-screen.tsx";

export const metadata = { title: "Sign in with age" };

export default tenantPage(
  (queries, trpc) => queries.query(trpc.oidcClients.list.queryOptions()),
  SitesScreen,
);
