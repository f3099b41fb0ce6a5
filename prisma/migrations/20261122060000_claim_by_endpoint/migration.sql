-- Written by hand. The fair claim asks for one endpoint's rows in order of time. With the state in front this index is
-- the only one that can be asked for them, however few endpoints have almost all that waits.
CREATE INDEX "webhook_delivery_queue_idx" ON "webhook_delivery"("status", "endpoint_id", "next_attempt_at")
    WHERE "status" = 'pending';
DROP INDEX "webhook_delivery_due_by_endpoint_idx";
