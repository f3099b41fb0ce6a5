import { FromServer } from "#app/console/read-first.tsx";
import { KeysScreen } from "#console/keys/keys-screen.tsx";

type Props = { params: Promise<{ tenantId: string }> };

export const metadata = { title: "API keys" };

export default async function KeysPage({ params }: Props) {
  const { tenantId } = await params;
  return (
    <FromServer tenantId={tenantId} ask={(queries, trpc) => queries.query(trpc.keys.list.queryOptions())}>
      <KeysScreen />
    </FromServer>
  );
}
