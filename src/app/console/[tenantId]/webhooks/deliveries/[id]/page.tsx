import { fromServer } from "../../../../from-server.ts";
import { DeliveryScreen } from "./delivery-screen.tsx";

type Props = { params: Promise<{ tenantId: string; id: string }> };

export const metadata = { title: "Delivery" };

export default async function DeliveryPage({ params }: Props) {
  const { tenantId, id } = await params;
  const input = { deliveryId: id };
  const data = await fromServer(tenantId, (api) => api.webhooks.delivery(input));
  return <DeliveryScreen deliveryId={id} seed={data && { input, data }} />;
}
