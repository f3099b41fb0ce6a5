import { operatorPage } from "#app/console/read-first.tsx";
import { TenantScreen } from "#console/operator/tenants/tenant-screen.tsx";

export const metadata = { title: "Tenant" };

export default operatorPage<{ tenantId: string }>(
  (queries, trpc, { params }) => queries.query(trpc.operator.tenant.queryOptions(params)),
  TenantScreen,
);
