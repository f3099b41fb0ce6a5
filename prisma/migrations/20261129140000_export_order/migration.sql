-- Written by hand. The order in which audit entries and request log lines are exported: docs/adr/0054.

-- CreateTable
CREATE TABLE "export_order" (
    "stream" TEXT COLLATE "C" NOT NULL,
    "last" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "export_order_pkey" PRIMARY KEY ("stream")
);

INSERT INTO "export_order" ("stream") VALUES ('audit'), ('log');

-- AlterTable
ALTER TABLE "audit_entry" ADD COLUMN "number" BIGINT;

-- AlterTable
ALTER TABLE "request_log" ADD COLUMN "number" BIGINT;

-- What waits for its number: nearly empty, so that it costs nothing to ask.
CREATE INDEX "audit_entry_unnumbered_idx" ON "audit_entry"("id") WHERE "number" IS NULL;

CREATE UNIQUE INDEX "audit_entry_number_key" ON "audit_entry"("number") WHERE "number" IS NOT NULL;
CREATE INDEX "audit_entry_tenant_number_idx" ON "audit_entry"("tenant_id", "number") WHERE "number" IS NOT NULL;

-- Lines from before have none and are in neither.
CREATE INDEX "request_log_number_idx" ON "request_log"("number") WHERE "number" IS NOT NULL;
CREATE INDEX "request_log_tenant_number_idx" ON "request_log"("tenant_id", "number") WHERE "number" IS NOT NULL;
