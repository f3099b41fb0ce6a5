-- Written by hand: COLLATE "C" on ids and a CHECK. Additive: processes of the version before read and write as they did.

-- AlterTable
ALTER TABLE "tenant" ADD COLUMN "erases_at_once" BOOLEAN NOT NULL DEFAULT false;

-- CreateEnum
CREATE TYPE "erasure_request_status" AS ENUM ('open', 'done', 'declined');

-- CreateTable: no foreign key to the verification's secret, which its erasure replaces.
CREATE TABLE "erasure_request" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "mode" "mode" NOT NULL,
    "verification_id" TEXT COLLATE "C" NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "at_once" BOOLEAN NOT NULL,
    "status" "erasure_request_status" NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "reply" TEXT,

    CONSTRAINT "erasure_request_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "erasure_request_ended_check" CHECK (("status" = 'open') = ("ended_at" IS NULL)
        AND ("status" = 'declined') = ("reply" IS NOT NULL))
);
CREATE UNIQUE INDEX "erasure_request_verification_id_key" ON "erasure_request"("verification_id");
CREATE INDEX "erasure_request_tenant_id_id_idx" ON "erasure_request"("tenant_id", "id");
CREATE INDEX "erasure_request_status_at_once_id_idx" ON "erasure_request"("status", "at_once", "id");
CREATE INDEX "erasure_request_secret_hash_idx" ON "erasure_request"("secret_hash");
CREATE INDEX "erasure_request_ended_at_idx" ON "erasure_request"("ended_at");
ALTER TABLE "erasure_request" ADD CONSTRAINT "erasure_request_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
