-- For a tenant's deletion. Alone in its file: CREATE INDEX CONCURRENTLY cannot run in a transaction.
CREATE INDEX CONCURRENTLY "event_about_tenant_id_idx" ON "event"("about_tenant_id") WHERE "about_tenant_id" IS NOT NULL;
