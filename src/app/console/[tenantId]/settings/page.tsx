import { tenantPage } from "#app/console/read-first.tsx";
import { SettingsScreen } from "#console/settings/settings-screen.tsx";

export const metadata = { title: "Settings" };

export default tenantPage((queries, trpc) => queries.query(trpc.settings.get.queryOptions()), SettingsScreen);
