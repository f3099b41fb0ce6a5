-- Keys that are there, and those that processes of the version before still make during an upgrade, go on as they were: they
-- may erase.
ALTER TABLE "api_key" ADD COLUMN "may_erase" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN "made_by" TEXT;

-- Until now the audit trail alone knew who made a key.
UPDATE "api_key" SET "made_by" = substr("audit_entry"."actor", 8)
  FROM "audit_entry"
  WHERE "audit_entry"."target" = "api_key"."id"
    AND "audit_entry"."action" = 'api_key.create'
    AND "audit_entry"."actor" LIKE 'member:%'
    AND EXISTS (SELECT FROM "member" WHERE "member"."id" = substr("audit_entry"."actor", 8));
