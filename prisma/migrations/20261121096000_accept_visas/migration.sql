-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "accept_visas" BOOLEAN NOT NULL DEFAULT false;
