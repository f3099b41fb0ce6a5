import { operatorPage } from "#app/console/read-first.tsx";
import { TrustScreen } from "#console/operator/trust-screen.tsx";

export const metadata = { title: "Trust anchors" };

export default operatorPage(
  (queries, trpc) => queries.query(trpc.operator.trust.queryOptions()),
  TrustScreen,
);
