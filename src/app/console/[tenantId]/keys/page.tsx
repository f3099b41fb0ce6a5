import { tenantPage } from "#app/console/read-first.tsx";
import { KeysScreen } from "#console/keys/keys-screen.tsx";

export const metadata = { title: "API keys" };

export default tenantPage((queries, trpc) => queries.query(trpc.keys.list.queryOptions()), KeysScreen);
