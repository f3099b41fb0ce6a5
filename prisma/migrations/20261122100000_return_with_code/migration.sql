-- Written by hand: COLLATE "C" on ids. Every tenant there is keeps its way: the token. See docs/adr/0029.

-- CreateEnum
CREATE TYPE "return_with" AS ENUM ('token', 'code');

-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "return_with" "return_with" NOT NULL DEFAULT 'token';

-- AlterTable
ALTER TABLE "token" ADD COLUMN     "exchanged_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "return_code" (
    "code_hash" BYTEA NOT NULL,
    "verification_id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "return_code_pkey" PRIMARY KEY ("code_hash")
);

-- CreateIndex
CREATE INDEX "return_code_verification_id_idx" ON "return_code"("verification_id");

-- CreateIndex
CREATE INDEX "return_code_expires_at_idx" ON "return_code"("expires_at");

-- AddForeignKey
ALTER TABLE "return_code" ADD CONSTRAINT "return_code_verification_id_fkey" FOREIGN KEY ("verification_id") REFERENCES "verification"("id") ON DELETE CASCADE ON UPDATE CASCADE;
