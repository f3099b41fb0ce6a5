-- Written by hand: COLLATE "C" on ids and the CHECKs. Processes of the version before neither read nor write any of it.

-- AlterTable: of what was started, how much a key decided.
ALTER TABLE "usage_month" ADD COLUMN "reused" INTEGER NOT NULL DEFAULT 0,
    ADD CONSTRAINT "usage_month_reused_check" CHECK ("reused" BETWEEN 0 AND "started") NOT VALID;

-- CreateTable: no column of a verification, and no time finer than a month.
CREATE TABLE "age_key" (
    "credential_hash" BYTEA NOT NULL,
    "tenant_id" TEXT COLLATE "C",
    "mode" "mode" NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "is_synced" BOOLEAN NOT NULL,
    "age_at_least" INTEGER NOT NULL,
    "category" TEXT NOT NULL,
    "assurance" TEXT NOT NULL,
    "proven_in" DATE NOT NULL,
    "expires_on" DATE NOT NULL,

    CONSTRAINT "age_key_pkey" PRIMARY KEY ("credential_hash"),
    CONSTRAINT "age_key_counter_check" CHECK ("counter" >= 0),
    CONSTRAINT "age_key_age_check" CHECK ("age_at_least" BETWEEN 5 AND 99),
    CONSTRAINT "age_key_month_check" CHECK (extract(day from "proven_in") = 1),
    CONSTRAINT "age_key_expiry_check" CHECK ("expires_on" > "proven_in" AND "expires_on" <= "proven_in" + 90)
);
CREATE INDEX "age_key_tenant_id_idx" ON "age_key"("tenant_id");
CREATE INDEX "age_key_expires_on_idx" ON "age_key"("expires_on");
ALTER TABLE "age_key" ADD CONSTRAINT "age_key_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "age_key_challenge" (
    "challenge_hash" BYTEA NOT NULL,
    "verification_id" TEXT COLLATE "C",
    "purpose" TEXT NOT NULL,
    "is_used" BOOLEAN NOT NULL DEFAULT false,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "age_key_challenge_pkey" PRIMARY KEY ("challenge_hash"),
    CONSTRAINT "age_key_challenge_purpose_check"
        CHECK ("purpose" IN ('use', 'keep', 'manage') AND ("purpose" = 'manage') = ("verification_id" IS NULL))
);
CREATE INDEX "age_key_challenge_verification_id_idx" ON "age_key_challenge"("verification_id");
CREATE INDEX "age_key_challenge_expires_at_idx" ON "age_key_challenge"("expires_at");
-- A verification is remembered once, however often its page is asked.
CREATE UNIQUE INDEX "age_key_challenge_kept_key" ON "age_key_challenge"("verification_id") WHERE "purpose" = 'keep' AND "is_used";
ALTER TABLE "age_key_challenge" ADD CONSTRAINT "age_key_challenge_verification_id_fkey" FOREIGN KEY ("verification_id") REFERENCES "verification"("id") ON DELETE CASCADE ON UPDATE CASCADE;
