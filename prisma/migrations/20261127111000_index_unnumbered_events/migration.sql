-- What the next reader of a tenant's events has to number, oldest first.
CREATE INDEX CONCURRENTLY "event_unnumbered_idx" ON "event"("tenant_id", "mode", "created_at", "id") WHERE "number" IS NULL;
