-- Written by `npm run migrate new`, then by hand: COLLATE "C" on ids, CHECKs. See docs/adr/0003.

-- CreateEnum
CREATE TYPE "role" AS ENUM ('owner', 'admin', 'developer', 'support', 'viewer');

-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "brand_colour" TEXT,
ADD COLUMN     "callback_hosts" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "days_rolled_through" DATE,
ADD COLUMN     "display_name" TEXT,
ADD COLUMN     "logo" BYTEA,
ADD COLUMN     "support_url" TEXT;

-- CreateTable
CREATE TABLE "verification_day" (
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "day" DATE NOT NULL,
    "mode" "mode" NOT NULL,
    "method" TEXT NOT NULL,
    "started" INTEGER NOT NULL,
    "opened" INTEGER NOT NULL,
    "tried" INTEGER NOT NULL,
    "approved" INTEGER NOT NULL,
    "rejected" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "expired" INTEGER NOT NULL,

    CONSTRAINT "verification_day_pkey" PRIMARY KEY ("tenant_id","day","mode","method")
);

-- CreateTable
CREATE TABLE "member" (
    "id" TEXT COLLATE "C" NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email_sealed" TEXT,
    "email_hash" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "signed_in_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "member_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "membership" (
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "member_id" TEXT COLLATE "C" NOT NULL,
    "role" "role" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "membership_pkey" PRIMARY KEY ("tenant_id","member_id")
);

-- CreateTable
CREATE TABLE "invitation" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "role" "role" NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "email_sealed" TEXT,
    "email_hash" BYTEA,
    "invited_by" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "accepted_by" TEXT COLLATE "C",
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "member_issuer_subject_key" ON "member"("issuer", "subject");

-- CreateIndex
CREATE INDEX "membership_member_id_idx" ON "membership"("member_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_secret_hash_key" ON "invitation"("secret_hash");

-- CreateIndex
CREATE INDEX "invitation_tenant_id_id_idx" ON "invitation"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "invitation_email_hash_idx" ON "invitation"("email_hash");

-- AddForeignKey
ALTER TABLE "verification_day" ADD CONSTRAINT "verification_day_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What must hold whatever the code does.
ALTER TABLE "tenant"
    ADD CONSTRAINT "tenant_metadata_retention_check" CHECK ("metadata_retention_days" BETWEEN 1 AND 3650),
    ADD CONSTRAINT "tenant_brand_colour_check" CHECK ("brand_colour" ~ '^#[0-9a-f]{6}$'),
    ADD CONSTRAINT "tenant_logo_check" CHECK (octet_length("logo") <= 65536);

-- An invitation ends once: accepted, or taken back.
ALTER TABLE "invitation"
    ADD CONSTRAINT "invitation_accepted_check" CHECK (("accepted_at" IS NULL) = ("accepted_by" IS NULL)),
    ADD CONSTRAINT "invitation_ended_once_check" CHECK ("accepted_at" IS NULL OR "revoked_at" IS NULL),
    ADD CONSTRAINT "invitation_email_check" CHECK (("email_sealed" IS NULL) = ("email_hash" IS NULL));
