import { authenticateBearer } from "#auth/bearer.ts";
import { refuseCrossSite } from "#auth/same-origin.ts";
import { verificationFilter } from "#contracts/console/verifications.ts";
import { TENANT_HEADER } from "#core/member.ts";
import { readJson } from "#http/body.ts";
import { parseInput } from "#http/input.ts";
import { respond } from "#http/respond.ts";
import type { Deps } from "#services/context.ts";
import { enterTenant, limitMember } from "#services/members/identify.ts";
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

/** POST /api/console/export/verifications with a list's filter: the whole list as CSV, streamed. */
export const exportVerificationsCsv = (deps: Deps, request: Request): Promise<Response> =>
  respond(deps, request, { event: "console.export", onError: challengedJson }, async ({ ctx, headers }) => {
    refuseCrossSite(deps, request);
    const person = await authenticateBearer(deps, request, ctx.requestId);
    await limitMember(person);
    const member = await enterTenant(person, request.headers.get(TENANT_HEADER));
    const { value } = await readJson(request);
    const filter = parseInput(verificationFilter, value, "INVALID_REQUEST_BODY");
    const lines = await exportVerifications(member, filter);
    headers.set("Content-Type", "text/csv; charset=utf-8");
    headers.set("Content-Disposition", 'attachment; filename="verifications.csv"');
    headers.set("X-Content-Type-Options", "nosniff");
    return new Response(bytesOf(lines), { headers });
  });
