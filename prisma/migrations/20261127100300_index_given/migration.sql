-- As verification_unpurged_idx, for what a start can give since then: retention's search never walks over old work.
CREATE INDEX CONCURRENTLY "verification_given_idx" ON "verification"("tenant_id", "id")
    WHERE "reference" IS NOT NULL OR "cancel_url" IS NOT NULL OR "notification_url" IS NOT NULL;
