-- Written by hand: COLLATE "C" on ids, and the indices that leave one waiting and one in use per tenant.

-- CreateTable
CREATE TABLE "registrar_certificate" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "valid_until" TIMESTAMPTZ(3) NOT NULL,
    "signer_sealed" TEXT NOT NULL,
    "announced_at" TIMESTAMPTZ(3),
    "retired_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "registrar_certificate_pkey" PRIMARY KEY ("id")
);

-- By hand: one that waits for its announcement, and one in use, per tenant.
CREATE UNIQUE INDEX "registrar_certificate_waiting" ON "registrar_certificate"("tenant_id") WHERE "announced_at" IS NULL;
CREATE UNIQUE INDEX "registrar_certificate_in_use" ON "registrar_certificate"("tenant_id") WHERE "announced_at" IS NOT NULL AND "retired_at" IS NULL;

-- AddForeignKey
ALTER TABLE "registrar_certificate" ADD CONSTRAINT "registrar_certificate_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
