import { tenantPage } from "#app/console/read-first.tsx";
import { TrialScreen } from "#console/oidc/trial-screen.tsx";

export const metadata = { title: "Sign in with age, tried out" };

export default tenantPage(
  (queries, trpc) => queries.query(trpc.oidcClients.list.queryOptions()),
  TrialScreen,
);
