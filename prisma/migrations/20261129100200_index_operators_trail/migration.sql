-- The trail of those who operate the deployment, over all tenants. Members' entries are not in it.
CREATE INDEX CONCURRENTLY "audit_entry_operators_idx" ON "audit_entry"("id") WHERE "actor" LIKE 'admin%' OR "actor" LIKE 'operator:%' OR "tenant_id" IS NULL;
