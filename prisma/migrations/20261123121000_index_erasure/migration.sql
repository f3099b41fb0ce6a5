-- By itself: on a large log it takes a moment, during which its lines wait in the processes' memory. Most lines are of no
-- verification, so the index is small.
CREATE INDEX "request_log_verification_id_idx" ON "request_log"("verification_id") WHERE "verification_id" IS NOT NULL;
