import { tenantPage } from "#app/console/read-first.tsx";
import { StatementScreen } from "#console/usage/statement-screen.tsx";

export const metadata = { title: "Statement" };

export default tenantPage<{ month: string }>(
  (queries, trpc, { params: { month } }) => queries.query(trpc.reports.statement.queryOptions({ month })),
  ({ month }) => <StatementScreen month={month} />,
);
