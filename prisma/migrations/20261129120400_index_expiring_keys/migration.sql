-- What alerts ask each minute: the few keys that end soon.
CREATE INDEX CONCURRENTLY "api_key_expires_at_idx" ON "api_key"("expires_at") WHERE "revoked_at" IS NULL AND "expires_at" IS NOT NULL;
