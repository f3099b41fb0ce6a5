-- Who made a tenant by signing up: each person makes one, also after they have left it.
ALTER TABLE "tenant" ADD COLUMN "made_by" TEXT;

-- Until now the audit trail alone knew it.
UPDATE "tenant" SET "made_by" = substr("audit_entry"."actor", 8)
  FROM "audit_entry"
  WHERE "audit_entry"."tenant_id" = "tenant"."id"
    AND "audit_entry"."action" = 'tenant.create'
    AND "audit_entry"."actor" LIKE 'member:%';

CREATE INDEX "tenant_made_by_idx" ON "tenant"("made_by");
