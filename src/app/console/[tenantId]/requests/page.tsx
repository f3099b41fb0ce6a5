import { tenantPage } from "#app/console/read-first.tsx";
import { ONWARDS } from "#console/client/query-client.ts";
import { RequestsScreen } from "#console/requests/requests-screen.tsx";
import { PAGE_ROWS } from "#console/words/words.ts";

export const metadata = { title: "Requests" };

export default tenantPage(
  (queries, trpc) =>
    queries.infiniteQuery(trpc.erasureRequests.list.infiniteQueryOptions({ limit: PAGE_ROWS }, ONWARDS)),
  RequestsScreen,
);
