-- Written by hand: Prisma cannot say indexes on expressions. Both serve the console's list of verifications
-- (src/data/verification-search.ts); docs/adr/0008 has the measurements.

-- One index for every combination of the filters mode, status and method, each in the order of the list. A filter
-- that is not set is walked over its few values: 2 modes, 5 statuses and a handful of methods.
CREATE INDEX "verification_combination_idx"
    ON "verification"("tenant_id", "mode", "status", (COALESCE("method", '')), "id");

-- A tenant's own identifiers, found by their whole text. The tenant's id is part of each term, so that one tenant's
-- search never walks over another's rows; erased metadata leaves the index.
CREATE FUNCTION "verification_terms"("tenant_id" TEXT, "metadata" JSONB) RETURNS TEXT[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ARRAY(SELECT DISTINCT "tenant_id" || ':' || lower(left(entry.value, 200))
                 FROM jsonb_each_text("metadata") AS entry WHERE entry.value <> '');

CREATE INDEX "verification_terms_idx" ON "verification" USING gin (verification_terms("tenant_id", "metadata"))
    WHERE "metadata" IS NOT NULL;
