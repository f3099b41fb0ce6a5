import { tenantPage } from "#app/console/read-first.tsx";
import { ONWARDS } from "#console/client/query-client.ts";
import { VouchersScreen } from "#console/vouchers/vouchers-screen.tsx";
import { PAGE_ROWS } from "#console/words/words.ts";

export const metadata = { title: "Vouchers" };

export default tenantPage(
  (queries, trpc) =>
    queries.infiniteQuery(trpc.vouchers.list.infiniteQueryOptions({ limit: PAGE_ROWS }, ONWARDS)),
  VouchersScreen,
);
