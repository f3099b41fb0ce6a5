import type { z } from "zod";
import { authenticateBearer } from "#auth/bearer.ts";
import { refuseCrossSite } from "#auth/same-origin.ts";
import { auditFilter } from "#contracts/console/reports.ts";
import { verificationFilter } from "#contracts/console/verifications.ts";
import { TENANT_HEADER } from "#core/member.ts";
import { readJson } from "#http/body.ts";
import { parseInput } from "#http/input.ts";
import { respond } from "#http/respond.ts";
import { exportAudit } from "#services/audit-csv.ts";
import type { Deps, MemberCtx } from "#services/context.ts";
import { enterTenant, limitMember } from "#services/members/identify.ts";
import { requireMember } from "#services/permissions.ts";
import { exportVerifications } from "#services/verifications/export-csv.ts";
import { challengedJson } from "./errors.ts";

const bytesOf = (lines: AsyncGenerator<string>): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => {
      await lines.return(undefined);
    },
  });
};

/** An export's body is the filter of its list; its answer is the whole list as CSV, streamed. */
const answerCsv = <Filter extends z.ZodType>(
  filterSchema: Filter,
  linesOf: (member: MemberCtx, filter: z.output<Filter>) => Promise<AsyncGenerator<string>>,
  fileName: string,
) => {
  return (deps: Deps, request: Request): Promise<Response> =>
    respond(deps, request, { event: "console.export", onError: challengedJson }, async ({ ctx, headers }) => {
      refuseCrossSite(deps, request);
      const person = await authenticateBearer(deps, request, ctx.requestId);
      await limitMember(person);
      const member = await enterTenant(person, request.headers.get(TENANT_HEADER));
      requireMember(member);
      const { value } = await readJson(request);
      const lines = await linesOf(member, parseInput(filterSchema, value, "INVALID_REQUEST_BODY"));
      headers.set("Content-Type", "text/csv; charset=utf-8");
      headers.set("Content-Disposition", `attachment; filename="${fileName}"`);
      headers.set("X-Content-Type-Options", "nosniff");
      return new Response(bytesOf(lines), { headers });
    });
};

/** POST /api/console/export/verifications */
export const exportVerificationsCsv = answerCsv(verificationFilter, exportVerifications, "verifications.csv");

/** POST /api/console/export/audit-trail */
export const exportAuditCsv = answerCsv(auditFilter, exportAudit, "audit-trail.csv");
