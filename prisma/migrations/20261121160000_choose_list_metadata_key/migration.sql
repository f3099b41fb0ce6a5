-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "list_metadata_key" TEXT;
