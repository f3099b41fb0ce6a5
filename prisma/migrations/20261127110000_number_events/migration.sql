-- Written by hand: COLLATE "C" on the id. Events get their numbers when somebody reads them, so the column is empty at first.

-- AlterTable
ALTER TABLE "event" ADD COLUMN "number" BIGINT;

-- CreateTable
CREATE TABLE "event_numbers" (
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "mode" "mode" NOT NULL,
    "last" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "event_numbers_pkey" PRIMARY KEY ("tenant_id", "mode")
);

-- AddForeignKey
ALTER TABLE "event_numbers" ADD CONSTRAINT "event_numbers_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
