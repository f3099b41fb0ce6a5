import { authenticateBearer } from "#auth/bearer.ts";
import { refuseCrossSite } from "#auth/same-origin.ts";
import { TENANT_HEADER } from "#contracts/console/common.ts";
import { verificationFilter } from "#contracts/console/verifications.ts";
import { readJson } from "#http/body.ts";
import { parseInput } from "#http/input.ts";
import { errorResponse, requestIdOf, toServiceError } from "#http/respond.ts";
import type { Deps } from "#services/context.ts";
import { enterTenant } from "#services/members/identify.ts";
import { limitMember } from "#services/members/limit-calls.ts";
import { exportVerifications } from "#services/verifications/export-csv.ts";
import { challenge } from "./challenge.ts";

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
export const exportVerificationsCsv = async (deps: Deps, request: Request): Promise<Response> => {
  const requestId = requestIdOf(deps, request);
  const headers = new Headers({ "Cache-Control": "no-store", "X-Request-Id": requestId });
  try {
    refuseCrossSite(deps, request);
    const person = await authenticateBearer(deps, request, requestId);
    await limitMember(person);
    const ctx = await enterTenant(person, request.headers.get(TENANT_HEADER));
    const { value } = await readJson(request);
    const filter = parseInput(verificationFilter, value, "INVALID_REQUEST_BODY");
    const lines = await exportVerifications(ctx, filter);
    headers.set("Content-Type", "text/csv; charset=utf-8");
    headers.set("Content-Disposition", 'attachment; filename="verifications.csv"');
    headers.set("X-Content-Type-Options", "nosniff");
    return new Response(bytesOf(lines), { headers });
  } catch (thrown) {
    const error = toServiceError(thrown, deps.log.with({ requestId }));
    if (error.code === "UNAUTHENTICATED_MEMBER") challenge(request, headers);
    return errorResponse(error, requestId, headers);
  }
};
