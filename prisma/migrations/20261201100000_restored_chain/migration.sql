-- Written by hand. After a restore from a backup the chain goes on behind the numbers that are lost: see docs/erasure.md. Processes of
-- the version before add one receipt at a time, as they did, and know nothing of the new column.

-- AlterTable
ALTER TABLE "erasure_chain" ADD COLUMN "restores" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- The end may move by more than one.
DROP TRIGGER "erasure_chain_add" ON "erasure_chain";
CREATE TRIGGER "erasure_chain_add" BEFORE UPDATE ON "erasure_chain"
  FOR EACH ROW WHEN (NEW."count" > OLD."count" AND NEW."last_hash" IS DISTINCT FROM OLD."last_hash")
  EXECUTE FUNCTION "erasure_chain_add"();
