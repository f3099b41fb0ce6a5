-- By what an erasure finds entries that name what the check had: a token, a delivery.
CREATE INDEX CONCURRENTLY "audit_entry_target_idx" ON "audit_entry"("target");
