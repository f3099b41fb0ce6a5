import { FromServer } from "#app/console/read-first.tsx";
import { SettingsScreen } from "#console/settings/settings-screen.tsx";

type Props = { params: Promise<{ tenantId: string }> };

export const metadata = { title: "Settings" };

export default async function SettingsPage({ params }: Props) {
  const { tenantId } = await params;
  return (
    <FromServer tenantId={tenantId} ask={(queries, trpc) => queries.query(trpc.settings.get.queryOptions())}>
      <SettingsScreen />
    </FromServer>
  );
}
