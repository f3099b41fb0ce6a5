import * as contract from "#contracts/console/reports.ts";
import { listAudit } from "#services/audit/list.ts";
import { find } from "#services/reports/find.ts";
import { overview } from "#services/reports/overview.ts";
import { ownLogs, ownRequest } from "#services/reports/own-logs.ts";
import { usageReport } from "#services/usage/report.ts";
import { usageStatement } from "#services/usage/statement.ts";
import { memberProcedure, router } from "../init.ts";

export const reports = router({
  overview: memberProcedure("overview.read")
    .input(contract.overview)
    .query(({ ctx, input }) => overview(ctx, input)),
  usage: memberProcedure("usage.read")
    .input(contract.usage)
    .query(({ ctx, input }) => usageReport(ctx, input)),
  statement: memberProcedure("usage.read")
    .input(contract.statement)
    .query(({ ctx, input }) => usageStatement(ctx, input.month)),
  logs: memberProcedure("logs.read")
    .input(contract.listLogs)
    .query(({ ctx, input }) => ownLogs(ctx, input)),
  request: memberProcedure("logs.read")
    .input(contract.oneRequest)
    .query(({ ctx, input }) => ownRequest(ctx, input.requestId)),
  find: memberProcedure("verifications.read")
    .input(contract.find)
    .query(({ ctx, input }) => find(ctx, input.text)),
  audit: memberProcedure("audit.read")
    .input(contract.listAudit)
    .query(({ ctx, input }) => listAudit(ctx, input)),
});
