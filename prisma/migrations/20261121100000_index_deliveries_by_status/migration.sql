-- The console's list of deliveries in one state: without it a state that a tenant has few of, or none, costs a walk
-- over all of its deliveries (docs/performance.md).
-- CreateIndex
CREATE INDEX "webhook_delivery_tenant_id_status_id_idx" ON "webhook_delivery"("tenant_id", "status", "id");
