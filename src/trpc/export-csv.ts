import { z } from "zod";
import { authenticateBearer } from "#auth/bearer.ts";
import { refuseCrossSite } from "#auth/same-origin.ts";
import { usageFile } from "#contracts/console/operator.ts";
import { auditFilter } from "#contracts/console/reports.ts";
import { verificationFilter } from "#contracts/console/verifications.ts";
import { TENANT_HEADER } from "#core/member.ts";
import { readJson } from "#http/body.ts";
import { parseInput } from "#http/input.ts";
import { respond, toResponse } from "#http/respond.ts";
import { exportAudit, exportAuditLines } from "#services/audit/files.ts";
import type { Deps, MemberCtx, PersonCtx } from "#services/context.ts";
import { exportEverything } from "#services/exports/archive.ts";
import { enterTenant, limitMember } from "#services/members/identify.ts";
import { exportUsage } from "#services/operator/money.ts";
import { requireOperator } from "#services/operators.ts";
import { requireMember } from "#services/permissions.ts";
import { exportVerifications } from "#services/verifications/export-csv.ts";
import { challengedJson } from "./errors.ts";

const TYPES = { csv: "text/csv", jsonl: "application/x-ndjson" } as const;
const EXPORT = { event: "console.export", onError: challengedJson };

const asMember = async (person: PersonCtx, request: Request): Promise<MemberCtx> => {
  const member = await enterTenant(person, request.headers.get(TENANT_HEADER));
  requireMember(member);
  return member;
};

/** An export's body is the filter of its list; its answer is the whole list, streamed. */
const answerExport = <Filter extends z.ZodType, Reader>(
  filterSchema: Filter,
  enter: (person: PersonCtx, request: Request) => Promise<Reader>,
  linesOf: (reader: Reader, filter: z.output<Filter>) => Promise<AsyncGenerator<string>>,
  fileName: `${string}.${keyof typeof TYPES}`,
) => {
  const type = fileName.endsWith(".csv") ? TYPES.csv : TYPES.jsonl;
  return (deps: Deps, request: Request): Promise<Response> =>
    respond({ deps, site: null }, request, EXPORT, async ({ ctx, headers }) => {
      refuseCrossSite(deps, request);
      const person = await authenticateBearer(deps, request, ctx.requestId);
      await limitMember(person);
      const reader = await enter(person, request);
      const { value } = await readJson(request);
      const lines = await linesOf(reader, parseInput(filterSchema, value, "INVALID_REQUEST_BODY"));
      headers.set("Content-Type", `${type}; charset=utf-8`);
      headers.set("Content-Disposition", `attachment; filename="${fileName}"`);
      headers.set("X-Content-Type-Options", "nosniff");
      return toResponse({ status: 200, headers: Object.fromEntries(headers), body: "", stream: lines });
    });
};

/** POST /api/console/export/verifications */
export const exportVerificationsCsv = answerExport(
  verificationFilter,
  asMember,
  exportVerifications,
  "verifications.csv",
);

/** POST /api/console/export/audit-trail */
export const exportAuditCsv = answerExport(auditFilter, asMember, exportAudit, "audit-trail.csv");

/** POST /api/console/export/archive: its filter is empty. */
export const exportArchive = answerExport(
  z.strictObject({}),
  asMember,
  exportEverything,
  "tenant-archive.jsonl",
);

/** POST /api/console/export/audit-lines */
export const exportAuditJsonLines = answerExport(
  auditFilter,
  asMember,
  exportAuditLines,
  "audit-trail.jsonl",
);

/** POST /api/console/export/operator-usage: for operators; its filter is the month. */
export const exportUsageCsv = answerExport(usageFile, requireOperator, exportUsage, "usage.csv");
