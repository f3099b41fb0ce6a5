import { fromServer } from "../../from-server.ts";
import { SettingsScreen } from "./settings-screen.tsx";

type Props = { params: Promise<{ tenantId: string }> };

export const metadata = { title: "Settings" };

export default async function SettingsPage({ params }: Props) {
  const { tenantId } = await params;
  const data = await fromServer(tenantId, (api) => api.settings.get());
  return <SettingsScreen seed={data && { input: null, data }} />;
}
