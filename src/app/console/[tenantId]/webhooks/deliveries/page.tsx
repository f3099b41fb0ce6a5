import { fromServer } from "../../../from-server.ts";
import { deliveriesInput } from "./deliveries-input.ts";
import { DeliveriesScreen } from "./deliveries-screen.tsx";

type Props = {
  params: Promise<{ tenantId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const metadata = { title: "Deliveries" };

export default async function DeliveriesPage({ params, searchParams }: Props) {
  const [{ tenantId }, query] = await Promise.all([params, searchParams]);
  const input = deliveriesInput((name) => [query[name]].flat()[0] ?? null);
  const data = await fromServer(tenantId, (api) => api.webhooks.deliveries(input));
  return <DeliveriesScreen seed={data && { input, data }} />;
}
