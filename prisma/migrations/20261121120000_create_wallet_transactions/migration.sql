-- Written by `npm run migrate new`, then by hand: COLLATE "C" on ids, CHECKs. See docs/adr/0003 and 0010.
-- CreateEnum
CREATE TYPE "wallet_channel" AS ENUM ('link', 'qr', 'dc_api');

-- CreateEnum
CREATE TYPE "wallet_status" AS ENUM ('pending', 'verified', 'released', 'ended');

-- CreateEnum
CREATE TYPE "trust_source" AS ENUM ('pem', 'vical', 'eu_trusted_list');

-- CreateTable
CREATE TABLE "wallet_transaction" (
    "id" TEXT COLLATE "C" NOT NULL,
    "verification_id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "channel" "wallet_channel" NOT NULL,
    "status" "wallet_status" NOT NULL DEFAULT 'pending',
    "expectations_sealed" TEXT,
    "cookie_hash" BYTEA,
    "response_code_hash" BYTEA,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "is_over" BOOLEAN,
    "credential_type" TEXT,
    "trust_label" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "wallet_transaction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "trust_anchor" (
    "id" TEXT COLLATE "C" NOT NULL,
    "credential_type" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "certificate" BYTEA NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "eku" TEXT,
    "source" "trust_source" NOT NULL,
    "valid_from" TIMESTAMPTZ(3) NOT NULL,
    "valid_until" TIMESTAMPTZ(3) NOT NULL,
    "list_provider" TEXT,
    "list_date" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "trust_anchor_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "wallet_transaction_verification_id_idx" ON "wallet_transaction"("verification_id");

-- CreateIndex
CREATE INDEX "wallet_transaction_expires_at_idx" ON "wallet_transaction"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "trust_anchor_credential_type_fingerprint_source_key" ON "trust_anchor"("credential_type", "fingerprint", "source");

-- AddForeignKey
ALTER TABLE "wallet_transaction" ADD CONSTRAINT "wallet_transaction_verification_id_fkey" FOREIGN KEY ("verification_id") REFERENCES "verification"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What must hold whatever the code does.
ALTER TABLE "wallet_transaction"
    -- The transaction's private key lives as long as the transaction is open, and not a moment longer.
    ADD CONSTRAINT "wallet_transaction_sealed_check" CHECK (("expectations_sealed" IS NOT NULL) = ("status" = 'pending')),
    -- Only a link waits for its browser, and the result of nothing else waits.
    ADD CONSTRAINT "wallet_transaction_cookie_check" CHECK (("cookie_hash" IS NOT NULL) = ("channel" = 'link')),
    ADD CONSTRAINT "wallet_transaction_verified_check" CHECK ("status" <> 'verified' OR "channel" = 'link'),
    ADD CONSTRAINT "wallet_transaction_code_check" CHECK ("status" <> 'verified' OR "response_code_hash" IS NOT NULL),
    ADD CONSTRAINT "wallet_transaction_result_check" CHECK ("status" NOT IN ('verified', 'released') OR "is_over" IS NOT NULL);

ALTER TABLE "trust_anchor"
    ADD CONSTRAINT "trust_anchor_validity_check" CHECK ("valid_from" <= "valid_until"),
    ADD CONSTRAINT "trust_anchor_fingerprint_check" CHECK ("fingerprint" = encode(sha256("certificate"), 'hex')),
    ADD CONSTRAINT "trust_anchor_list_check" CHECK (("source" = 'vical') = ("list_provider" IS NOT NULL AND "list_date" IS NOT NULL));
