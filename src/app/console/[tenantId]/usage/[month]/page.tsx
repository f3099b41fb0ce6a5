import { FromServer } from "#app/console/read-first.tsx";
import { StatementScreen } from "#console/usage/statement-screen.tsx";

type Props = { params: Promise<{ tenantId: string; month: string }> };

export const metadata = { title: "Statement" };

export default async function StatementPage({ params }: Props) {
  const { tenantId, month } = await params;
  return (
    <FromServer
      tenantId={tenantId}
      ask={(queries, trpc) => queries.query(trpc.reports.statement.queryOptions({ month }))}
    >
      <StatementScreen month={month} />
    </FromServer>
  );
}
