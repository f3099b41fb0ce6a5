import { tenantPage } from "#app/console/read-first.tsx";
import { EntryScreen } from "#console/audit/entry-screen.tsx";

export const metadata = { title: "Audit entry" };

export default tenantPage<{ id: string }>(
  (queries, trpc, { params }) => queries.query(trpc.reports.auditEntry.queryOptions({ entryId: params.id })),
  ({ id }) => <EntryScreen entryId={id} />,
);
