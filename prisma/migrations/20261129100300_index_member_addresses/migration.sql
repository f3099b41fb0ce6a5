-- Operators find a tenant by the whole address of its member.
CREATE INDEX CONCURRENTLY "member_email_hash_idx" ON "member"("email_hash");
