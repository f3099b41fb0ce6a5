import type { Db } from "#data/client.ts";
import { findReuseRule, recordDocumentUse } from "#data/document-uses.ts";
import type { Ctx } from "../context.ts";

const DAY_MS = 86_400_000;

/**
 * Whether a document has decided more verifications of this tenant than it thinks normal. Tenants cannot be compared:
 * each has hashes of its own. In the caller's transaction.
 * @returns null when the tenant has this switched off or the document has no digest: then nothing is kept
 */
export const noteDocumentUse = async (
  { deps }: Ctx,
  db: Db,
  { tenantId, id: verificationId }: { tenantId: string; id: string },
  digest: Uint8Array | null | undefined,
): Promise<boolean | null> => {
  const rule = digest ? await findReuseRule(db, tenantId) : null;
  if (!digest || !rule?.documentReuseDays) return null;
  const now = deps.now();
  const hash = new Uint8Array(deps.secrets.fingerprint(`document ${tenantId}`, digest));
  const expiresAt = new Date(now.getTime() + rule.documentReuseDays * DAY_MS);
  const before = await recordDocumentUse(db, { tenantId, hash, verificationId, expiresAt }, now);
  return before >= rule.documentReuseLimit;
};
