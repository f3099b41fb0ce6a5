import { FromServer } from "#app/console/read-first.tsx";
import { EndpointScreen } from "#console/webhooks/endpoint-screen.tsx";

type Props = { params: Promise<{ tenantId: string; id: string }> };

export const metadata = { title: "Webhook endpoint" };

export default async function EndpointPage({ params }: Props) {
  const { tenantId, id } = await params;
  return (
    <FromServer
      tenantId={tenantId}
      ask={(queries, trpc) => queries.query(trpc.webhooks.endpoints.queryOptions())}
    >
      <EndpointScreen endpointId={id} />
    </FromServer>
  );
}
