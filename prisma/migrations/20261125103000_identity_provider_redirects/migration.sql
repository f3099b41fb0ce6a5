-- AlterTable: what is there was registered with the one address that all providers shared, and so is what processes of the
-- version before still add while an upgrade goes on.
ALTER TABLE "identity_provider" ADD COLUMN "is_redirect_shared" BOOLEAN NOT NULL DEFAULT true;
