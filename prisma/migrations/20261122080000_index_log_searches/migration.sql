-- Written by hand. The console's log by status and by path: a search that finds little walked over all lines that the
-- tenant has, 400 ms for 1.7 million (docs/performance.md).

-- Successes are nearly all lines and are found by time; only failures are in this index.
CREATE INDEX "request_log_failures_idx" ON "request_log"("tenant_id", "status", "time") WHERE "status" >= 400;

-- A tenant's paths are few, so this index keeps each text once (deduplication), and LIKE 'path?%' is a range of it.
-- Lines without a tenant are not searched like that.
CREATE INDEX "request_log_paths_idx" ON "request_log"("tenant_id", "url" text_pattern_ops) WHERE "tenant_id" IS NOT NULL;
