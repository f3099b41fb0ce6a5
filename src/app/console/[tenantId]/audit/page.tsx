import { tenantPage } from "#app/console/read-first.tsx";
import { auditInput, auditOptions } from "#console/audit/audit-filters.ts";
import { AuditScreen } from "#console/audit/audit-screen.tsx";

export const metadata = { title: "Audit trail" };

export default tenantPage(
  (queries, trpc, { query }) => queries.infiniteQuery(auditOptions(trpc, auditInput(query))),
  AuditScreen,
);
