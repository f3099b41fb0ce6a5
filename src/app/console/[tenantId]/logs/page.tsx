import { fromServer } from "../../from-server.ts";
import { logsInput } from "./logs-input.ts";
import { LogsScreen } from "./logs-screen.tsx";

type Props = {
  params: Promise<{ tenantId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const metadata = { title: "Logs" };

export default async function LogsPage({ params, searchParams }: Props) {
  const [{ tenantId }, query] = await Promise.all([params, searchParams]);
  const input = logsInput((name) => [query[name]].flat()[0] ?? null);
  const data = await fromServer(tenantId, (api) => api.reports.logs(input));
  return <LogsScreen seed={data && { input, data }} />;
}
