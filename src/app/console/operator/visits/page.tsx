import { operatorPage } from "#app/console/read-first.tsx";
import { visitsOptions } from "#console/operator/operator-queries.ts";
import { VisitsScreen } from "#console/operator/visits-screen.tsx";

export const metadata = { title: "Visits" };

export default operatorPage((queries, trpc) => queries.infiniteQuery(visitsOptions(trpc)), VisitsScreen);
