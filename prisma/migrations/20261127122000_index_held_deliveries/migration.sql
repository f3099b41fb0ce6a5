-- What a listener takes next, in the order in which it happened. Nothing else is in it.
CREATE INDEX CONCURRENTLY "webhook_delivery_held_idx" ON "webhook_delivery"("listener_id", "id") WHERE "status" = 'held';
