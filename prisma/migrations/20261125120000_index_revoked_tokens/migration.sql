-- By what an erasure finds the entry of a token that was revoked and is purged: without it, each erasure walks over all entries.
CREATE INDEX CONCURRENTLY "audit_entry_revoked_idx" ON "audit_entry"(("changes" ->> 'verificationId')) WHERE "action" = 'token.revoke';
