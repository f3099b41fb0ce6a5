-- Written by hand: COLLATE "C" on ids.

-- CreateTable
CREATE TABLE "reader_certificate" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "domain" TEXT NOT NULL,
    "valid_until" TIMESTAMPTZ(3) NOT NULL,
    "signer_sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reader_certificate_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "reader_certificate_tenant_id_fingerprint_key" ON "reader_certificate"("tenant_id", "fingerprint");

-- AddForeignKey
ALTER TABLE "reader_certificate" ADD CONSTRAINT "reader_certificate_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
