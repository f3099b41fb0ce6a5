import { fromServer } from "../../from-server.ts";
import { EndpointsScreen } from "./endpoints-screen.tsx";

type Props = { params: Promise<{ tenantId: string }> };

export const metadata = { title: "Webhooks" };

export default async function WebhooksPage({ params }: Props) {
  const { tenantId } = await params;
  const data = await fromServer(tenantId, (api) => api.webhooks.endpoints());
  return <EndpointsScreen seed={data && { input: null, data }} />;
}
