-- Written by hand: COLLATE "C" on ids, and the CHECK. A constant default: no row of verification is rewritten.

-- AlterTable
ALTER TABLE "verification" ADD COLUMN     "voucher_tries" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "voucher" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "age_at_least" INTEGER,
    "age_below" INTEGER,
    "issued_by" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "verification_id" TEXT COLLATE "C",

    CONSTRAINT "voucher_pkey" PRIMARY KEY ("id"),
    -- What the member saw is kept as thresholds: something, and never one exact age.
    CONSTRAINT "voucher_is_no_age" CHECK (
        ("age_at_least" IS NOT NULL OR "age_below" IS NOT NULL)
        AND ("age_at_least" IS NULL OR "age_below" IS NULL OR "age_below" > "age_at_least" + 1)
        AND COALESCE("age_at_least", 5) BETWEEN 5 AND 99 AND COALESCE("age_below", 5) BETWEEN 5 AND 99)
);

-- CreateIndex
CREATE INDEX "voucher_tenant_id_id_idx" ON "voucher"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "voucher_expires_at_idx" ON "voucher"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "voucher_tenant_id_code_hash_key" ON "voucher"("tenant_id", "code_hash");

-- AddForeignKey
ALTER TABLE "voucher" ADD CONSTRAINT "voucher_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
