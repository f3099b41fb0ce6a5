import { tenantPage } from "#app/console/read-first.tsx";
import { CatalogueScreen } from "#console/webhooks/catalogue-screen.tsx";

export const metadata = { title: "Event catalogue" };

export default tenantPage(
  (queries, trpc) => queries.query(trpc.webhooks.catalogue.queryOptions()),
  CatalogueScreen,
);
