import { FromServer } from "../../from-server.tsx";
import { logsInput, logsOptions } from "./logs-input.ts";
import { LogsScreen } from "./logs-screen.tsx";

type Props = {
  params: Promise<{ tenantId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const metadata = { title: "Logs" };

export default async function LogsPage({ params, searchParams }: Props) {
  const [{ tenantId }, query] = await Promise.all([params, searchParams]);
  const input = logsInput((name) => [query[name]].flat()[0] ?? null);
  return (
    <FromServer tenantId={tenantId} ask={(queries, trpc) => queries.infiniteQuery(logsOptions(trpc, input))}>
      <LogsScreen />
    </FromServer>
  );
}
