-- A tenant's events after a cursor.
CREATE INDEX CONCURRENTLY "event_numbered_idx" ON "event"("tenant_id", "mode", "number") WHERE "number" IS NOT NULL;
