import { FromServer } from "#app/console/read-first.tsx";
import { EndpointsScreen } from "#console/webhooks/endpoints-screen.tsx";

type Props = { params: Promise<{ tenantId: string }> };

export const metadata = { title: "Webhooks" };

export default async function WebhooksPage({ params }: Props) {
  const { tenantId } = await params;
  return (
    <FromServer
      tenantId={tenantId}
      ask={(queries, trpc) => queries.query(trpc.webhooks.endpoints.queryOptions())}
    >
      <EndpointsScreen />
    </FromServer>
  );
}
