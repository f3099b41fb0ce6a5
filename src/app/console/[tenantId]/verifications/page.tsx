import { tenantPage } from "#app/console/read-first.tsx";
import { listInput, verificationsOptions } from "#console/verifications/verification-filters.ts";
import { VerificationsScreen } from "#console/verifications/verifications-screen.tsx";

export const metadata = { title: "Verifications" };

export default tenantPage(
  (queries, trpc, { query }) => queries.infiniteQuery(verificationsOptions(trpc, listInput(query))),
  VerificationsScreen,
);
