import { FromServer } from "#app/console/read-first.tsx";
import { logsInput, logsOptions } from "#console/logs/logs-input.ts";
import { LogsScreen } from "#console/logs/logs-screen.tsx";

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
