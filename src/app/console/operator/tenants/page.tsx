import { operatorPage } from "#app/console/read-first.tsx";
import { tenantsInput, tenantsOptions } from "#console/operator/tenants/tenant-filters.ts";
import { TenantsScreen } from "#console/operator/tenants/tenants-screen.tsx";

export const metadata = { title: "Tenants" };

export default operatorPage(
  (queries, trpc, { query }) => queries.query(tenantsOptions(trpc, tenantsInput(query))),
  TenantsScreen,
);
