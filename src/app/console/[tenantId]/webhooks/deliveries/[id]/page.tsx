import { FromServer } from "#app/console/read-first.tsx";
import { DeliveryScreen } from "#console/webhooks/delivery-screen.tsx";

type Props = { params: Promise<{ tenantId: string; id: string }> };

export const metadata = { title: "Delivery" };

export default async function DeliveryPage({ params }: Props) {
  const { tenantId, id } = await params;
  return (
    <FromServer
      tenantId={tenantId}
      ask={(queries, trpc) => queries.query(trpc.webhooks.delivery.queryOptions({ deliveryId: id }))}
    >
      <DeliveryScreen deliveryId={id} />
    </FromServer>
  );
}
