-- An event goes to a listener once. Also by what a listener's deliveries are found when it is deleted, and the console's counts
-- leave them out.
CREATE UNIQUE INDEX CONCURRENTLY "webhook_delivery_listened_key" ON "webhook_delivery"("listener_id", "event_id") WHERE "listener_id" IS NOT NULL;
