import { FromServer } from "../../from-server.tsx";
import { USAGE_INPUT } from "./usage-input.ts";
import { UsageScreen } from "./usage-screen.tsx";

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
