-- Written by hand: COLLATE "C" on ids, and the index that leaves one in use per tenant.

-- CreateTable
CREATE TABLE "wallet_certificate" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "valid_until" TIMESTAMPTZ(3) NOT NULL,
    "registered_until" TIMESTAMPTZ(3),
    "signer_sealed" TEXT NOT NULL,
    "retired_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "wallet_certificate_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "wallet_certificate_tenant_id_fingerprint_idx" ON "wallet_certificate"("tenant_id", "fingerprint");

-- By hand: one in use per tenant.
CREATE UNIQUE INDEX "wallet_certificate_in_use" ON "wallet_certificate"("tenant_id") WHERE "retired_at" IS NULL;

-- AddForeignKey
ALTER TABLE "wallet_certificate" ADD CONSTRAINT "wallet_certificate_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
