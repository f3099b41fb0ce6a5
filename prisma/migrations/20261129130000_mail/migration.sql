-- Written by hand: COLLATE "C" on ids, and the index by which the worker finds what is due.

-- CreateEnum
CREATE TYPE "mail_status" AS ENUM ('pending', 'sent', 'failed');

-- CreateTable
CREATE TABLE "mail" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C",
    "kind" TEXT COLLATE "C" NOT NULL,
    "about_id" TEXT COLLATE "C",
    "dedupe_key" TEXT COLLATE "C",
    "address_sealed" TEXT,
    "content_sealed" TEXT,
    "status" "mail_status" NOT NULL DEFAULT 'pending',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "last_code" TEXT COLLATE "C",
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "mail_pkey" PRIMARY KEY ("id"),
    -- A mail that has ended names nobody and holds no link.
    CONSTRAINT "mail_ended_is_empty" CHECK (
        ("status" = 'pending') = ("ended_at" IS NULL)
        AND ("status" = 'pending') = ("address_sealed" IS NOT NULL)
        AND ("status" = 'pending') = ("content_sealed" IS NOT NULL))
);

-- CreateIndex
CREATE UNIQUE INDEX "mail_dedupe_key_key" ON "mail"("dedupe_key");

-- CreateIndex
CREATE INDEX "mail_tenant_id_kind_created_at_idx" ON "mail"("tenant_id", "kind", "created_at");

-- CreateIndex
CREATE INDEX "mail_about_id_idx" ON "mail"("about_id");

-- CreateIndex
CREATE INDEX "mail_ended_at_idx" ON "mail"("ended_at");

-- Unlike a Prisma index: of those that wait only.
CREATE INDEX "mail_due_idx" ON "mail"("next_at", "id") WHERE "status" = 'pending';

-- AddForeignKey
ALTER TABLE "mail" ADD CONSTRAINT "mail_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
