-- The deliveries that were given up, until their tenant is told. Nothing else is in it.
CREATE INDEX CONCURRENTLY "webhook_delivery_untold_idx" ON "webhook_delivery"("id") WHERE "status" = 'failed' AND NOT "is_told";
