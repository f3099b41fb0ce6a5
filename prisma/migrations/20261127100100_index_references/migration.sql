-- Written by hand: Prisma cannot say expressions or partial indexes. A tenant's references, whatever their letter case, each
-- newest first. Starts without a reference do not write to it.
CREATE INDEX CONCURRENTLY "verification_reference_idx" ON "verification"("tenant_id", lower("reference"), "mode", "id")
    WHERE "reference" IS NOT NULL;
