import { FromServer } from "#app/console/read-first.tsx";
import { deliveriesInput, deliveriesOptions } from "#console/webhooks/deliveries-input.ts";
import { DeliveriesScreen } from "#console/webhooks/deliveries-screen.tsx";

type Props = {
  params: Promise<{ tenantId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const metadata = { title: "Deliveries" };

export default async function DeliveriesPage({ params, searchParams }: Props) {
  const [{ tenantId }, query] = await Promise.all([params, searchParams]);
  const input = deliveriesInput((name) => [query[name]].flat()[0] ?? null);
  return (
    <FromServer
      tenantId={tenantId}
      ask={(queries, trpc) => queries.infiniteQuery(deliveriesOptions(trpc, input))}
    >
      <DeliveriesScreen />
    </FromServer>
  );
}
