import { FromServer } from "#app/console/read-first.tsx";
import { overviewInput } from "#console/overview/overview-data.ts";
import { OverviewScreen } from "#console/overview/overview-screen.tsx";

type Props = {
  params: Promise<{ tenantId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const metadata = { title: "Overview" };

export default async function OverviewPage({ params, searchParams }: Props) {
  const [{ tenantId }, query] = await Promise.all([params, searchParams]);
  const input = overviewInput(query.mode, query.days);
  return (
    <FromServer
      tenantId={tenantId}
      ask={(queries, trpc) => queries.query(trpc.reports.overview.queryOptions(input))}
    >
      <OverviewScreen />
    </FromServer>
  );
}
