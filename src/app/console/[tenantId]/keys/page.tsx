import { fromServer } from "../../from-server.ts";
import { KeysScreen } from "./keys-screen.tsx";

type Props = { params: Promise<{ tenantId: string }> };

export const metadata = { title: "API keys" };

export default async function KeysPage({ params }: Props) {
  const { tenantId } = await params;
  const data = await fromServer(tenantId, (api) => api.keys.list());
  return <KeysScreen seed={data && { input: null, data }} />;
}
