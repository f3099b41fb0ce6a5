-- Written by hand: COLLATE "C" on ids, partial indexes, CHECKs and the one row of the chain. Processes of the version
-- before write and read all of this as they did: new columns are null to them.

-- AlterTable
ALTER TABLE "verification" ADD COLUMN "redacted_at" TIMESTAMPTZ(3);
ALTER TABLE "idempotency_record" ADD COLUMN "verification_id" TEXT COLLATE "C";
ALTER TABLE "oidc_artifact" ADD COLUMN "verification_id" TEXT COLLATE "C";

-- An erased verification keeps its status without what was decided. NOT VALID: the rows that are there passed the
-- stricter check, so nothing is read again under the lock.
ALTER TABLE "verification"
    DROP CONSTRAINT "verification_completed_check",
    DROP CONSTRAINT "verification_failed_check",
    ADD CONSTRAINT "verification_completed_check" CHECK ("redacted_at" IS NOT NULL
        OR (("status" = 'completed') = ("verified" IS NOT NULL) AND ("status" <> 'completed' OR "completed_at" IS NOT NULL)))
        NOT VALID,
    ADD CONSTRAINT "verification_failed_check"
        CHECK ("redacted_at" IS NOT NULL OR "status" <> 'failed' OR "error_code" IS NOT NULL) NOT VALID,
    ADD CONSTRAINT "verification_redacted_check" CHECK ("redacted_at" IS NULL
        OR ("status" IN ('completed', 'failed', 'expired') AND num_nonnulls("metadata", "callback_url", "ip_hash", "verified",
            "verified_age", "age_at_least", "age_below", "confidence", "document_type", "reason", "error_code", "method") = 0))
        NOT VALID;

-- What erased verifications count as, until their day is counted for good.
CREATE TABLE "verification_erased" (
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "mode" "mode" NOT NULL,
    "method" TEXT NOT NULL,
    "started" INTEGER NOT NULL,
    "opened" INTEGER NOT NULL,
    "tried" INTEGER NOT NULL,
    "approved" INTEGER NOT NULL,
    "rejected" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "expired" INTEGER NOT NULL,

    CONSTRAINT "verification_erased_pkey" PRIMARY KEY ("tenant_id", "hour", "mode", "method")
);
ALTER TABLE "verification_erased" ADD CONSTRAINT "verification_erased_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateTable: no foreign keys, a receipt outlives what it is about.
CREATE TABLE "erasure_receipt" (
    "id" TEXT COLLATE "C" NOT NULL,
    "number" BIGINT NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "mode" "mode",
    "verification_id" TEXT COLLATE "C",
    "salt_sealed" TEXT NOT NULL,
    "jws" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "prev_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "erasure_receipt_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "erasure_receipt_number_key" ON "erasure_receipt"("number");
CREATE UNIQUE INDEX "erasure_receipt_verification_id_key" ON "erasure_receipt"("verification_id");

-- CreateTable
CREATE TABLE "erasure_chain" (
    "id" INTEGER NOT NULL,
    "count" BIGINT NOT NULL,
    "last_hash" TEXT,

    CONSTRAINT "erasure_chain_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "erasure_chain_is_one" CHECK ("id" = 1)
);
INSERT INTO "erasure_chain" ("id", "count") VALUES (1, 0);

-- CreateTable
CREATE TABLE "erasure_key" (
    "id" TEXT COLLATE "C" NOT NULL,
    "number" INTEGER NOT NULL,
    "key_sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "erasure_key_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "erasure_key_number_key" ON "erasure_key"("number");

-- By what an erasure finds the rows of its verification.
CREATE INDEX "document_use_verification_id_idx" ON "document_use"("verification_id");
CREATE INDEX "verification_redacted_at_idx" ON "verification"("redacted_at") WHERE "redacted_at" IS NOT NULL;
CREATE INDEX "idempotency_record_verification_id_idx" ON "idempotency_record"("verification_id") WHERE "verification_id" IS NOT NULL;
CREATE INDEX "oidc_artifact_verification_id_idx" ON "oidc_artifact"("verification_id") WHERE "verification_id" IS NOT NULL;
CREATE INDEX "voucher_verification_id_idx" ON "voucher"("verification_id") WHERE "verification_id" IS NOT NULL;
