-- For GET /verify/list: approved or rejected verifications, newest first, however few of them there are. A start does not
-- write to it, because it has no outcome yet.
CREATE INDEX CONCURRENTLY "verification_outcome_idx"
    ON "verification"("tenant_id", "verified", "mode", (COALESCE("method", '')), "id") WHERE "verified" IS NOT NULL;
