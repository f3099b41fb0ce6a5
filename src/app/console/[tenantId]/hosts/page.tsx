import { tenantPage } from "#app/console/read-first.tsx";
import { HostsScreen } from "#console/hosts/hosts-screen.tsx";

export const metadata = { title: "Hosts" };

export default tenantPage((queries, trpc) => queries.query(trpc.hosts.list.queryOptions()), HostsScreen);
