-- Additive: every tenant there is keeps what its deployment says, and no answer before was a proof.

-- CreateEnum
CREATE TYPE "wallet_proofs" AS ENUM ('off', 'prefer', 'require');

-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "wallet_proofs" "wallet_proofs";

-- AlterTable
ALTER TABLE "wallet_transaction" ADD COLUMN     "proof_verifier" TEXT;
