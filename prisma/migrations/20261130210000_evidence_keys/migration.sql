-- Written by hand. Which evidence was judged already, by a keyed hash of the key that its page made: see docs/adr/0062. A process
-- of the version before writes none of these columns, and counts each request as before.
ALTER TABLE "verification" ADD COLUMN "reading_key_hash" BYTEA,
    ADD COLUMN "reading_until" TIMESTAMPTZ(3),
    ADD COLUMN "refused_key_hash" BYTEA,
    ADD COLUMN "refused_as" TEXT COLLATE "C";
-- No index: it is looked for among the few attempts of one verification, under a lock that is taken first.
ALTER TABLE "method_attempt" ADD COLUMN "key_hash" BYTEA;
