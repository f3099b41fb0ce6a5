import type { Mode } from "#core/verification.ts";
import type { Database } from "./client.ts";
import { VERIFICATION_START } from "./sql/requests.ts";
import { run } from "./sql/statement.ts";

export type NewVerification = {
  id: string;
  tenantId: string;
  mode: Mode;
  requestId: string;
  secretHash: Uint8Array;
  minimumAge: number;
  methods: string[];
  locale: string | null;
  callbackUrl: string | null;
  metadata: Record<string, unknown> | null;
  ipHash: Uint8Array | null;
  maxAttempts: number;
  createdAt: Date;
  expiresAt: Date;
};

/**
 * Writes a verification and counts it, unless the month has reached `ceiling`.
 * @returns false when it has; then nothing was written
 */
export const insertVerification = async (
  database: Database,
  verification: NewVerification,
  ceiling: number,
): Promise<boolean> => {
  const v = verification;
  const rows = await run(database, VERIFICATION_START, [
    v.id,
    v.tenantId,
    v.mode,
    v.requestId,
    v.secretHash,
    v.minimumAge,
    v.methods,
    v.locale,
    v.callbackUrl,
    v.metadata === null ? null : JSON.stringify(v.metadata),
    v.ipHash,
    v.maxAttempts,
    v.createdAt,
    v.expiresAt,
    ceiling,
  ]);
  return rows.length === 1;
};
