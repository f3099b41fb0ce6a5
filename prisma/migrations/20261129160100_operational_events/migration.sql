-- Written by hand. What the tenant was last told about an endpoint, and whether it was told that a delivery is exhausted.
ALTER TABLE "webhook_endpoint" ADD COLUMN "told" TEXT COLLATE "C",
    ADD CONSTRAINT "webhook_endpoint_told" CHECK ("told" IN ('failing', 'disabled'));
UPDATE "webhook_endpoint" SET "told" = 'disabled' WHERE NOT "is_enabled" AND "disabled_reason" IS NOT NULL;

-- What failed before is no news. Neither statement rewrites the table.
ALTER TABLE "webhook_delivery" ADD COLUMN "is_told" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "webhook_delivery" ALTER COLUMN "is_told" SET DEFAULT false;
