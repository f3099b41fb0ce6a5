-- AlterTable
ALTER TABLE "api_key" ADD COLUMN "scopes" TEXT[],
ADD COLUMN "networks" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "denied_networks" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "revision" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN "replaced_by" TEXT,
ALTER COLUMN "may_erase" SET DEFAULT false;

-- By hand. What a key could do before it had scopes, and nothing more: a test key listened to test events unasked, and
-- no key read the audit trail.
CREATE FUNCTION "api_key_scopes"(erases BOOLEAN, listens BOOLEAN, mode "mode") RETURNS TEXT[]
LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY['verifications:write', 'verifications:read', 'tokens:validate', 'usage:read', 'logs:read']
    || CASE WHEN erases THEN ARRAY['verifications:erase'] ELSE ARRAY[]::TEXT[] END
    || CASE WHEN listens OR mode = 'test' THEN ARRAY['events:listen'] ELSE ARRAY[]::TEXT[] END
$$;

UPDATE "api_key" SET "scopes" = "api_key_scopes"("may_erase", "may_listen", "mode");

-- Processes of the version before go on making keys during an upgrade, and name no scopes.
CREATE FUNCTION "fill_api_key_scopes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."scopes" := "api_key_scopes"(NEW."may_erase", NEW."may_listen", NEW."mode");
  RETURN NEW;
END
$$;
CREATE TRIGGER "api_key_scopes" BEFORE INSERT ON "api_key"
  FOR EACH ROW WHEN (NEW."scopes" IS NULL) EXECUTE FUNCTION "fill_api_key_scopes"();

ALTER TABLE "api_key" ADD CONSTRAINT "api_key_scopes_check" CHECK ("scopes" IS NOT NULL
  AND "networks" IS NOT NULL AND "denied_networks" IS NOT NULL);
