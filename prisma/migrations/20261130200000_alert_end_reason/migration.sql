-- AlterTable
ALTER TABLE "alert" ADD COLUMN "end_reason" TEXT COLLATE "C";
