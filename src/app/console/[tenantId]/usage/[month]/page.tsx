import { FromServer } from "../../../from-server.tsx";
import { StatementScreen } from "./statement-screen.tsx";

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
