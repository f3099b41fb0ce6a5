import { FromServer } from "#app/console/read-first.tsx";
import { UsageScreen } from "#console/usage/usage-screen.tsx";
import { USAGE_INPUT } from "#console/usage/usage-series.ts";

type Props = { params: Promise<{ tenantId: string }> };

export const metadata = { title: "Usage and billing" };

export default async function UsagePage({ params }: Props) {
  const { tenantId } = await params;
  return (
    <FromServer
      tenantId={tenantId}
      ask={(queries, trpc) => queries.query(trpc.reports.usage.queryOptions(USAGE_INPUT))}
    >
      <UsageScreen />
    </FromServer>
  );
}
