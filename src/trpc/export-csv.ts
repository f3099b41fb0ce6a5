import { z } from "zod";
import { authenticateBearer } from "#auth/bearer.ts";
import { refuseCrossSite } from "#auth/same-origin.ts";
import { auditFilter } from "#contracts/console/reports.ts";
import { verificationFilter } from "#contracts/console/verifications.ts";
import { TENANT_HEADER } from "#core/member.ts";
import { readJson } from "#http/body.ts";
import { parseInput } from "#http/input.ts";
import { respond, toResponse } from "#http/respond.ts";
import type { Deps, MemberCtx } from "#services/context.ts";
import { exportEverything } from "#services/exports/archive.ts";
import { exportAudit, exportAuditLines } from "#services/exports/audit-files.ts";
import { enterTenant, limitMember } from "#services/members/identify.ts";
import { requireMember } from "#services/permissions.ts";
import { exportVerifications } from "#services/verifications/export-csv.ts";
import { challengedJson } from "./errors.ts";

const TYPES = { csv: "text/csv", jsonl: "application/x-ndjson" } as const;

/** An export's body is the filter of its list; its answer is the whole list, streamed. */
const answerExport = <Filter extends z.ZodType>(
  filterSchema: Filter,
  linesOf: (member: MemberCtx, filter: z.output<Filter>) => Promise<AsyncGenerator<string>>,
  fileName: `${string}.${keyof typeof TYPES}`,
) => {
  const type = fileName.endsWith(".csv") ? TYPES.csv : TYPES.jsonl;
  return (deps: Deps, request: Request): Promise<Response> =>
    respond(deps, request, { event: "console.export", onError: challengedJson }, async ({ ctx, headers }) => {
      refuseCrossSite(deps, request);
      const person = await authenticateBearer(deps, request, ctx.requestId);
      await limitMember(person);
      const member = await enterTenant(person, request.headers.get(TENANT_HEADER));
      requireMember(member);
      const { value } = await readJson(request);
      const lines = await linesOf(member, parseInput(filterSchema, value, "INVALID_REQUEST_BODY"));
      headers.set("Content-Type", `${type}; charset=utf-8`);
      headers.set("Content-Disposition", `attachment; filename="${fileName}"`);
      headers.set("X-Content-Type-Options", "nosniff");
      return toResponse({ status: 200, headers: Object.fromEntries(headers), body: "", stream: lines });
    });
};

/** POST /api/console/export/verifications */
export const exportVerificationsCsv = answerExport(
  verificationFilter,
  exportVerifications,
  "verifications.csv",
);

/** POST /api/console/export/audit-trail */
export const exportAuditCsv = answerExport(auditFilter, exportAudit, "audit-trail.csv");

/** POST /api/console/export/archive: its filter is empty. */
export const exportArchive = answerExport(z.strictObject({}), exportEverything, "tenant-archive.jsonl");

/** POST /api/console/export/audit-lines */
export const exportAuditJsonLines = answerExport(auditFilter, exportAuditLines, "audit-trail.jsonl");
