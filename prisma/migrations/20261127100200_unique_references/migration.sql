-- Where a tenant's references are unique, nobody else takes one that is held, whatever the code does. An erased verification
-- holds none.
CREATE UNIQUE INDEX CONCURRENTLY "verification_reference_key" ON "verification"("tenant_id", "mode", "reference")
    WHERE "holds_reference";
