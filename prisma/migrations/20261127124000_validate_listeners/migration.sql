-- Reads the table once; reads and writes of others go on meanwhile.
ALTER TABLE "webhook_delivery" VALIDATE CONSTRAINT "webhook_delivery_ended_check";
ALTER TABLE "webhook_delivery" VALIDATE CONSTRAINT "webhook_delivery_target_check";
ALTER TABLE "webhook_delivery" VALIDATE CONSTRAINT "webhook_delivery_held_check";
ALTER TABLE "webhook_delivery" VALIDATE CONSTRAINT "webhook_delivery_listener_id_fkey";
