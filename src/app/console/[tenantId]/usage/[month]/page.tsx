import { tenantPage } from "#app/console/read-first.tsx";
import { StatementScreen } from "#console/usage/statement-screen.tsx";
import { MONTH } from "#core/day.ts";

export const metadata = { title: "Statement" };

export default tenantPage<{ month: string }>(
  // A word that names no month is asked about nowhere: the page says that there is no statement for it.
  (queries, trpc, { params: { month } }) =>
    MONTH.test(month) ? queries.query(trpc.reports.statement.queryOptions({ month })) : Promise.resolve(),
  ({ month }) => <StatementScreen month={month} />,
);
