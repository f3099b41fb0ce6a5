import { FromServer } from "#app/console/read-first.tsx";
import { RequestScreen } from "#console/logs/request-screen.tsx";

type Props = { params: Promise<{ tenantId: string; requestId: string }> };

export const metadata = { title: "Request" };

export default async function RequestPage({ params }: Props) {
  const { tenantId, ...sent } = await params;
  const requestId = decodeURIComponent(sent.requestId);
  return (
    <FromServer
      tenantId={tenantId}
      ask={(queries, trpc) => queries.query(trpc.reports.request.queryOptions({ requestId }))}
    >
      <RequestScreen requestId={requestId} />
    </FromServer>
  );
}
