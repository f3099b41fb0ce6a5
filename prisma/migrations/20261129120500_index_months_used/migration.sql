-- For the walk over the tenants that used anything this month.
CREATE INDEX CONCURRENTLY "usage_month_month_mode_tenant_id_idx" ON "usage_month"("month", "mode", "tenant_id");
