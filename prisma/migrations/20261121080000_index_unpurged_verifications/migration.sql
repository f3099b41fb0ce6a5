-- Written by hand: Prisma cannot say partial indexes. What retention still has to erase, by tenant and age (ids
-- sort by time); a row leaves the index when it has been erased, so the search never walks over old work.
CREATE INDEX "verification_unpurged_idx" ON "verification"("tenant_id", "id")
    WHERE "metadata" IS NOT NULL OR "callback_url" IS NOT NULL OR "ip_hash" IS NOT NULL;
