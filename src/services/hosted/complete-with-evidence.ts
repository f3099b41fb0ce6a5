import type { Verification } from "#core/verification.ts";
import type { Db } from "#data/client.ts";
import { findTenant } from "#data/tenants.ts";
import type { Evidence } from "#methods/method.ts";
import type { Ctx } from "../context.ts";
import { completeWith } from "../verifications/end.ts";
import { noteDocumentUse } from "../verifications/note-document-use.ts";

/** Ends an open verification by what a method learned, in the caller's transaction. False when it had ended meanwhile. */
export const completeWithEvidence = async (
  ctx: Ctx,
  db: Db,
  verification: Verification,
  method: string,
  evidence: Evidence,
): Promise<boolean> => {
  const tenant = await findTenant(db, verification.tenantId);
  if (!tenant) return false;
  const documentReused = await noteDocumentUse(ctx, db, verification, evidence.documentDigest);
  const ended = await completeWith(
    ctx,
    db,
    verification,
    {
      outcome: evidence.meetsMinimumAge ? "approved" : "rejected",
      method,
      verifiedAge: evidence.age,
      confidence: evidence.confidence,
      documentType: evidence.documentType,
      documentReused,
      assurance: evidence.assurance,
      reason: null,
    },
    tenant.tokenTtlSeconds,
  );
  return ended !== null;
};
