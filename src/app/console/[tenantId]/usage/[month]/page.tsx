import { fromServer } from "../../../from-server.ts";
import { StatementScreen } from "./statement-screen.tsx";

type Props = { params: Promise<{ tenantId: string; month: string }> };

export const metadata = { title: "Statement" };

export default async function StatementPage({ params }: Props) {
  const { tenantId, month } = await params;
  const input = { month };
  const data = await fromServer(tenantId, (api) => api.reports.statement(input));
  return <StatementScreen month={month} seed={data && { input, data }} />;
}
