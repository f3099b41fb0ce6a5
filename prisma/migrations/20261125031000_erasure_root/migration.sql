-- Written by hand. The public log has hashes of receipts alone, so its head signs one value over all of them. A trigger makes it:
-- processes of the version before add receipts too, and know nothing of it.

-- AlterTable
ALTER TABLE "erasure_chain" ADD COLUMN "root" TEXT;

-- SHA-256 in base64url over the root before and the receipt's hash, both as they are written.
CREATE FUNCTION "erasure_root"("before" TEXT, "hash" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT rtrim(translate(encode(sha256(convert_to(coalesce("before", '') || "hash", 'UTF8')), 'base64'), '+/', '-_'), '=')
$$;

-- Under the lock of the line above nobody adds one meanwhile.
DO $$
DECLARE
  "root_so_far" TEXT;
  "receipt" RECORD;
BEGIN
  FOR "receipt" IN SELECT "hash" FROM "erasure_receipt" ORDER BY "number" LOOP
    "root_so_far" := "erasure_root"("root_so_far", "receipt"."hash");
  END LOOP;
  UPDATE "erasure_chain" SET "root" = "root_so_far";
END $$;

CREATE FUNCTION "erasure_chain_add"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."root" := "erasure_root"(OLD."root", NEW."last_hash");
  RETURN NEW;
END $$;
CREATE TRIGGER "erasure_chain_add" BEFORE UPDATE ON "erasure_chain"
  FOR EACH ROW WHEN (NEW."count" = OLD."count" + 1 AND NEW."last_hash" IS DISTINCT FROM OLD."last_hash")
  EXECUTE FUNCTION "erasure_chain_add"();
