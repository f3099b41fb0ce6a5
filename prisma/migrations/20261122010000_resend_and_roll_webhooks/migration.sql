-- Written by hand. An endpoint's failing streak counts days with failures, and rolled secrets keep the time that each was
-- promised.
-- AlterTable
ALTER TABLE "webhook_endpoint" ADD COLUMN     "failing_counted_at" TIMESTAMPTZ(3),
ADD COLUMN     "failing_days" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "older_secrets" JSONB NOT NULL DEFAULT '[]';

UPDATE "webhook_endpoint" SET "failing_days" = 1, "failing_counted_at" = "failing_since" WHERE "failing_since" IS NOT NULL;

-- What can be sent again: counted and found by endpoint without a walk over all that was delivered.
CREATE INDEX "webhook_delivery_unsent_idx" ON "webhook_delivery"("endpoint_id", "status", "id")
    WHERE "status" IN ('failed', 'cancelled');
