-- Written by hand. First only data: verifications that were erased before say no more than those that are erased from now on.
-- What named a check, while its deliveries still lead to it.
UPDATE "audit_entry" SET "target" = 'erased', "changes" = '{}'
  FROM "webhook_delivery" JOIN "event" ON "event"."id" = "webhook_delivery"."event_id"
    JOIN "verification" ON "verification"."id" = "event"."verification_id"
  WHERE "audit_entry"."target" = "webhook_delivery"."id" AND "verification"."redacted_at" IS NOT NULL;
UPDATE "audit_entry" SET "target" = 'erased', "changes" = '{}'
  FROM "verification"
  WHERE "audit_entry"."action" = 'token.revoke' AND "audit_entry"."changes" ->> 'verificationId' = "verification"."id"
    AND "verification"."redacted_at" IS NOT NULL;

-- An appeal's event has the request id of what it appeals, so it is a second one of that.
DELETE FROM "event" USING "verification"
  WHERE "verification"."id" = "event"."verification_id" AND "verification"."redacted_at" IS NOT NULL
    AND ("event"."type" <> 'verification.redacted' OR "verification"."appeal_of" IS NOT NULL);
UPDATE "webhook_attempt" SET "response" = NULL
  FROM "webhook_delivery" JOIN "event" ON "event"."id" = "webhook_delivery"."event_id"
  WHERE "webhook_attempt"."delivery_id" = "webhook_delivery"."id" AND "event"."type" = 'verification.redacted';
DELETE FROM "voucher" WHERE "used_at" IS NOT NULL AND "verification_id" IS NULL;
UPDATE "verification" SET
    "request_id" = CASE WHEN "appeal_of" IS NULL THEN "request_id"
      ELSE 'req_' || substr("id", 5, 10) || substr(md5(random()::text || "secret_hash"::text), 1, 16) END,
    "appeal_of" = NULL, "max_attempts" = 1, "expires_at" = "created_at" + interval '1 day'
  WHERE "redacted_at" IS NOT NULL;

-- The public log has hashes of receipts alone, so its head signs one value over all of them. A trigger makes it: processes of the
-- version before add receipts too, and know nothing of it.

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
