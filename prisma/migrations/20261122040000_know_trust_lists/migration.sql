-- A signer may have any of several extended key usages. None in the list: none is asked for. `eku` stays as the first of
-- them, for processes of the former version that still run.
ALTER TABLE "trust_anchor" ADD COLUMN     "ekus" TEXT[] DEFAULT ARRAY[]::TEXT[];
UPDATE "trust_anchor" SET "ekus" = ARRAY["eku"] WHERE "eku" IS NOT NULL;

-- Of a pinned provider of lists: the types that its lists may vouch for, and which list of it is in use. Of what came in
-- a list: until when another list should be there.
ALTER TABLE "trust_anchor" ADD COLUMN     "vouches_for" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "list_issue_id" BIGINT,
ADD COLUMN     "list_next_update" TIMESTAMPTZ(3),
ADD COLUMN     "list_digest" TEXT;
-- ISO/IEC 18013-5 Annex C is about licences: a provider that was pinned before pins had types keeps that one.
UPDATE "trust_anchor" SET "vouches_for" = ARRAY['org.iso.18013.5.1.mDL'] WHERE "credential_type" = 'vical';
UPDATE "trust_anchor" pin SET "list_date" = (
  SELECT max(entry."list_date") FROM "trust_anchor" entry WHERE entry."list_provider" = pin."fingerprint"
) WHERE pin."credential_type" = 'vical';

-- Rises with every change of who is trusted, in the transaction of the change: a process that has read a version keeps the
-- certificates it parsed for as long as the number stays the same.
CREATE TABLE "trust_version" (
    "id" INTEGER NOT NULL,
    "version" BIGINT NOT NULL,

    CONSTRAINT "trust_version_pkey" PRIMARY KEY ("id")
);
INSERT INTO "trust_version" ("id", "version") VALUES (1, 1);

-- By a trigger and not by the application: whoever writes the table, by whatever version, is seen by everybody.
CREATE FUNCTION "raise_trust_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "trust_version" ("id", "version") VALUES (1, 1)
    ON CONFLICT ("id") DO UPDATE SET "version" = "trust_version"."version" + 1;
  RETURN NULL;
END
$$;
CREATE TRIGGER "trust_anchor_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "trust_anchor"
  FOR EACH STATEMENT EXECUTE FUNCTION "raise_trust_version"();

-- OpenID4VP 1.0 §8.5: the wallet said that the person declined.
ALTER TABLE "wallet_transaction" ADD COLUMN     "declined_at" TIMESTAMPTZ(3);
