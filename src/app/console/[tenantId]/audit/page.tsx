import { FromServer } from "#app/console/read-first.tsx";
import { auditInput, auditOptions } from "#console/audit/audit-input.ts";
import { AuditScreen } from "#console/audit/audit-screen.tsx";

type Props = {
  params: Promise<{ tenantId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const metadata = { title: "Audit trail" };

export default async function AuditPage({ params, searchParams }: Props) {
  const [{ tenantId }, query] = await Promise.all([params, searchParams]);
  const input = auditInput((name) => [query[name]].flat()[0] ?? null);
  return (
    <FromServer tenantId={tenantId} ask={(queries, trpc) => queries.infiniteQuery(auditOptions(trpc, input))}>
      <AuditScreen />
    </FromServer>
  );
}
