-- One appeal of each verification, whatever the code does. Partial, so that the start of a verification, which is never an
-- appeal, does not write to it.
CREATE UNIQUE INDEX CONCURRENTLY "verification_appeal_of_key" ON "verification"("appeal_of") WHERE "appeal_of" IS NOT NULL;
