-- AlterTable
ALTER TABLE "request_log" ADD COLUMN     "key_id" TEXT;
