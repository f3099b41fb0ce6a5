-- What alerts ask each minute: the few endpoints in trouble.
CREATE INDEX CONCURRENTLY "webhook_endpoint_troubled_idx" ON "webhook_endpoint"("id") WHERE "deleted_at" IS NULL AND ("failing_since" IS NOT NULL OR "disabled_reason" IS NOT NULL);
