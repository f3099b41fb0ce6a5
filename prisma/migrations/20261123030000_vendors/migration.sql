-- Written by hand: COLLATE "C" on ids, and the CHECK.

-- CreateTable
CREATE TABLE "vendor" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT NOT NULL,
    "mode" "mode" NOT NULL,
    "name" TEXT NOT NULL,
    "account_id" TEXT,
    "credential_sealed" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "vendor_pkey" PRIMARY KEY ("id"),
    -- Part of a method's id.
    CONSTRAINT "vendor_kind" CHECK ("kind" ~ '^[a-z]{2,30}$')
);

-- CreateTable
CREATE TABLE "vendor_session" (
    "id" TEXT COLLATE "C" NOT NULL,
    "verification_id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "vendor_id" TEXT COLLATE "C" NOT NULL,
    "session_hash" BYTEA NOT NULL,
    "cookie_hash" BYTEA NOT NULL,
    "kept_sealed" TEXT NOT NULL,
    "returned_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "redact_at" TIMESTAMPTZ(3) NOT NULL,
    "redact_tries" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "vendor_session_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "vendor_tenant_id_kind_mode_key" ON "vendor"("tenant_id", "kind", "mode");

-- CreateIndex
CREATE INDEX "vendor_session_verification_id_idx" ON "vendor_session"("verification_id");

-- CreateIndex
CREATE INDEX "vendor_session_vendor_id_session_hash_idx" ON "vendor_session"("vendor_id", "session_hash");

-- CreateIndex
CREATE INDEX "vendor_session_redact_at_idx" ON "vendor_session"("redact_at");

-- AddForeignKey
ALTER TABLE "vendor" ADD CONSTRAINT "vendor_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "vendor_session" ADD CONSTRAINT "vendor_session_verification_id_fkey" FOREIGN KEY ("verification_id") REFERENCES "verification"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "vendor_session" ADD CONSTRAINT "vendor_session_vendor_id_fkey" FOREIGN KEY ("vendor_id") REFERENCES "vendor"("id") ON DELETE CASCADE ON UPDATE CASCADE;
