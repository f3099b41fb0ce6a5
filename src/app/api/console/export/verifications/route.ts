import { withDeps } from "#app/with-deps.ts";
import { exportVerificationsCsv } from "#trpc/export-verifications.ts";

export const POST = withDeps(exportVerificationsCsv);
