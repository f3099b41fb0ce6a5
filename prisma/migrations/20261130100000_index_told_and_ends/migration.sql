-- Of each table, workers look every minute for the few rows in trouble; endpoints' news every 15 seconds. All four tables have
-- some ten thousand rows at most, so an index is there within the lock timeout.
CREATE INDEX "webhook_endpoint_told_idx" ON "webhook_endpoint"("id") WHERE "told" IS NOT NULL AND "deleted_at" IS NULL;
CREATE INDEX "wallet_certificate_ends_idx" ON "wallet_certificate"("valid_until") WHERE "retired_at" IS NULL;
CREATE INDEX "wallet_certificate_registered_ends_idx" ON "wallet_certificate"("registered_until") WHERE "retired_at" IS NULL AND "registered_until" IS NOT NULL;
CREATE INDEX "registrar_certificate_ends_idx" ON "registrar_certificate"("valid_until") WHERE "retired_at" IS NULL;
CREATE INDEX "reader_certificate_valid_until_idx" ON "reader_certificate"("valid_until");
