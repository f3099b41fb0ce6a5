-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "document_reuse_days" INTEGER,
ADD COLUMN     "document_reuse_limit" INTEGER NOT NULL DEFAULT 3;

-- AlterTable
ALTER TABLE "verification" ADD COLUMN     "document_reused" BOOLEAN;

-- CreateTable
CREATE TABLE "document_use" (
    "tenant_id" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "verification_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "document_use_pkey" PRIMARY KEY ("tenant_id","hash","verification_id")
);

-- CreateIndex
CREATE INDEX "document_use_expires_at_idx" ON "document_use"("expires_at");

-- AddForeignKey
ALTER TABLE "document_use" ADD CONSTRAINT "document_use_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What must hold whatever the code does.
ALTER TABLE "tenant"
    ADD CONSTRAINT "tenant_document_reuse_check"
    CHECK ("document_reuse_days" BETWEEN 1 AND 365 AND "document_reuse_limit" BETWEEN 1 AND 100);
ALTER TABLE "document_use" ADD CONSTRAINT "document_use_hash_check" CHECK (octet_length("hash") = 32);
