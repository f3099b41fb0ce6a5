import { getDeps } from "#runtime.ts";
import { exportVerificationsCsv } from "#trpc/export-verifications.ts";

export const POST = async (request: Request): Promise<Response> =>
  exportVerificationsCsv(await getDeps(), request);
