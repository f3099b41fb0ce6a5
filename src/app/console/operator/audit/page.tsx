import { operatorPage } from "#app/console/read-first.tsx";
import { OperatorAuditScreen } from "#console/operator/operator-audit.tsx";
import { operatorAuditInput, operatorAuditOptions } from "#console/operator/operator-audit-filters.ts";

export const metadata = { title: "Audit trail" };

export default operatorPage(
  (queries, trpc, { query }) => queries.infiniteQuery(operatorAuditOptions(trpc, operatorAuditInput(query))),
  OperatorAuditScreen,
);
