import { tenantPage } from "#app/console/read-first.tsx";
import { RequestScreen } from "#console/logs/request-screen.tsx";

export const metadata = { title: "Request" };

export default tenantPage<{ requestId: string }>(
  (queries, trpc, { params }) =>
    queries.query(trpc.reports.request.queryOptions({ requestId: decodeURIComponent(params.requestId) })),
  ({ requestId }) => <RequestScreen requestId={decodeURIComponent(requestId)} />,
);
