import { tenantPage } from "#app/console/read-first.tsx";
import { ProvidersScreen } from "#console/providers/providers-screen.tsx";

export const metadata = { title: "Identity providers" };

export default tenantPage(
  (queries, trpc) =>
    Promise.all([
      queries.query(trpc.identityProviders.list.queryOptions()),
      queries.query(trpc.vendors.list.queryOptions()),
    ]),
  ProvidersScreen,
);
