import { tenantPage } from "#app/console/read-first.tsx";
import { VERSIONS_ASKED } from "#console/policy/draft.ts";
import { PolicyScreen } from "#console/policy/policy-screen.tsx";

export const metadata = { title: "Policy" };

export default tenantPage(
  (queries, { policies }) =>
    Promise.all([
      queries.query(policies.overview.queryOptions(VERSIONS_ASKED)),
      queries.query(policies.methods.queryOptions()),
    ]),
  PolicyScreen,
);
