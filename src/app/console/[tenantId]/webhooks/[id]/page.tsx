import { fromServer } from "../../../from-server.ts";
import { EndpointScreen } from "./endpoint-screen.tsx";

type Props = { params: Promise<{ tenantId: string; id: string }> };

export const metadata = { title: "Webhook endpoint" };

export default async function EndpointPage({ params }: Props) {
  const { tenantId, id } = await params;
  const data = await fromServer(tenantId, (api) => api.webhooks.endpoints());
  return <EndpointScreen endpointId={id} seed={data && { input: null, data }} />;
}
