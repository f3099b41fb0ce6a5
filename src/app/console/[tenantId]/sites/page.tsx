import { tenantPage } from "#app/console/read-first.tsx";
import { GatesScreen } from "#console/sites/gates-screen.tsx";

export const metadata = { title: "Sites" };

export default tenantPage((queries, trpc) => queries.query(trpc.gates.list.queryOptions()), GatesScreen);
