-- Written by `npm run migrate new`, then by hand: COLLATE "C" on ids (they are ASCII and sort as bytes, which
-- is cheaper than a language's order), the partitions of request_log, partial indexes and CHECKs, none of
-- which Prisma can say.

-- CreateEnum
CREATE TYPE "mode" AS ENUM ('live', 'test');

-- CreateEnum
CREATE TYPE "plan" AS ENUM ('free', 'growth', 'scale');

-- CreateEnum
CREATE TYPE "verification_status" AS ENUM ('pending', 'in_progress', 'completed', 'failed', 'expired');

-- CreateTable
CREATE TABLE "tenant" (
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "plan" "plan" NOT NULL DEFAULT 'free',
    "overrides" JSONB NOT NULL DEFAULT '{}',
    "owner_email_sealed" TEXT,
    "minimum_age" INTEGER NOT NULL DEFAULT 18,
    "methods" TEXT[] DEFAULT ARRAY['document']::TEXT[],
    "max_attempts" INTEGER NOT NULL DEFAULT 3,
    "token_ttl_seconds" INTEGER NOT NULL DEFAULT 86400,
    "metadata_retention_days" INTEGER NOT NULL DEFAULT 90,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tenant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "mode" "mode" NOT NULL,
    "name" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "last_four" TEXT NOT NULL,
    "sealed" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verification" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "mode" "mode" NOT NULL,
    "status" "verification_status" NOT NULL DEFAULT 'pending',
    "request_id" TEXT COLLATE "C" NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "minimum_age" INTEGER NOT NULL,
    "methods" TEXT[],
    "locale" TEXT,
    "callback_url" TEXT,
    "metadata" JSONB,
    "ip_hash" BYTEA,
    "max_attempts" INTEGER NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "checking_until" TIMESTAMPTZ(3),
    "verified" BOOLEAN,
    "verified_age" INTEGER,
    "confidence" DOUBLE PRECISION,
    "method" TEXT,
    "document_type" TEXT,
    "assurance" TEXT,
    "reason" TEXT,
    "error_code" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "opened_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "verification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "method_attempt" (
    "id" TEXT COLLATE "C" NOT NULL,
    "verification_id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "number" INTEGER NOT NULL,
    "method" TEXT NOT NULL,
    "finding" TEXT NOT NULL,
    "reason" TEXT,
    "duration_ms" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "method_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "token" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "verification_id" TEXT COLLATE "C" NOT NULL,
    "minimum_age" INTEGER NOT NULL,
    "verified_age" INTEGER,
    "over_18" BOOLEAN NOT NULL,
    "method" TEXT NOT NULL,
    "issued_at" TIMESTAMPTZ(0) NOT NULL,
    "expires_at" TIMESTAMPTZ(0) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "usage_month" (
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "month" DATE NOT NULL,
    "mode" "mode" NOT NULL,
    "started" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "usage_month_pkey" PRIMARY KEY ("tenant_id","month","mode")
);

-- CreateTable
CREATE TABLE "idempotency_record" (
    "scope" TEXT NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "locked_until" TIMESTAMPTZ(3),
    "http_status" INTEGER,
    "answer" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_record_pkey" PRIMARY KEY ("scope","key_hash")
);

-- CreateTable
CREATE TABLE "request_log" (
    "id" TEXT COLLATE "C" NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "request_id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C",
    "method" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "duration_ms" DOUBLE PRECISION NOT NULL,
    "event" TEXT NOT NULL,
    "code" TEXT,
    "verification_id" TEXT COLLATE "C",

    CONSTRAINT "request_log_pkey" PRIMARY KEY ("time","id")
) PARTITION BY RANGE ("time");

-- The days' partitions live in a schema of their own: they come and go (see src/data/request-log-days.ts),
-- and Prisma, which looks only at the default schema, never takes one for a table that it should drop.
CREATE SCHEMA "request_log_days";

-- CreateTable
CREATE TABLE "audit_entry" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C",
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "changes" JSONB NOT NULL DEFAULT '{}',
    "request_id" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

-- CreateIndex
CREATE INDEX "api_key_tenant_id_created_at_idx" ON "api_key"("tenant_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "verification_secret_hash_key" ON "verification"("secret_hash");

-- CreateIndex
CREATE INDEX "verification_tenant_id_id_idx" ON "verification"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "method_attempt_verification_id_number_key" ON "method_attempt"("verification_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "token_verification_id_key" ON "token"("verification_id");

-- CreateIndex
CREATE INDEX "token_expires_at_idx" ON "token"("expires_at");

-- CreateIndex
CREATE INDEX "idempotency_record_created_at_idx" ON "idempotency_record"("created_at");

-- CreateIndex
CREATE INDEX "request_log_tenant_id_time_idx" ON "request_log"("tenant_id", "time");

-- CreateIndex
CREATE INDEX "request_log_request_id_idx" ON "request_log"("request_id");

-- CreateIndex
CREATE INDEX "audit_entry_tenant_id_id_idx" ON "audit_entry"("tenant_id", "id");

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "verification" ADD CONSTRAINT "verification_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "method_attempt" ADD CONSTRAINT "method_attempt_verification_id_fkey" FOREIGN KEY ("verification_id") REFERENCES "verification"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "token" ADD CONSTRAINT "token_verification_id_fkey" FOREIGN KEY ("verification_id") REFERENCES "verification"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_month" ADD CONSTRAINT "usage_month_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The worker's search for overdue verifications: only the open ones are in this index.
CREATE INDEX "verification_open_expires_at_idx" ON "verification"("expires_at")
    WHERE "status" IN ('pending', 'in_progress');

-- What must hold whatever the code does.
ALTER TABLE "verification"
    ADD CONSTRAINT "verification_minimum_age_check" CHECK ("minimum_age" BETWEEN 13 AND 99),
    ADD CONSTRAINT "verification_attempts_check" CHECK ("attempts" BETWEEN 0 AND "max_attempts"),
    ADD CONSTRAINT "verification_confidence_check" CHECK ("confidence" BETWEEN 0 AND 1),
    ADD CONSTRAINT "verification_completed_check"
        CHECK (("status" = 'completed') = ("verified" IS NOT NULL) AND ("status" <> 'completed' OR "completed_at" IS NOT NULL)),
    ADD CONSTRAINT "verification_failed_check" CHECK ("status" <> 'failed' OR "error_code" IS NOT NULL);

ALTER TABLE "tenant"
    ADD CONSTRAINT "tenant_minimum_age_check" CHECK ("minimum_age" BETWEEN 13 AND 99),
    ADD CONSTRAINT "tenant_max_attempts_check" CHECK ("max_attempts" BETWEEN 1 AND 10),
    ADD CONSTRAINT "tenant_token_ttl_check" CHECK ("token_ttl_seconds" BETWEEN 300 AND 2592000);

ALTER TABLE "usage_month" ADD CONSTRAINT "usage_month_started_check" CHECK ("started" >= 0);
