-- Written by hand: COLLATE "C" on ids, and the CHECKs.

-- CreateTable
CREATE TABLE "identity_provider" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "slug" TEXT NOT NULL,
    "mode" "mode" NOT NULL,
    "name" TEXT NOT NULL,
    "country" TEXT,
    "issuer" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_auth" TEXT NOT NULL,
    "credential_sealed" TEXT NOT NULL,
    "preset" TEXT NOT NULL,
    "min_acr" TEXT,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "identity_provider_pkey" PRIMARY KEY ("id"),
    -- Part of a method's id, of addresses and of the names of forms.
    CONSTRAINT "identity_provider_slug" CHECK ("slug" ~ '^[a-z0-9](-?[a-z0-9]){0,29}$'),
    CONSTRAINT "identity_provider_auth" CHECK ("client_auth" IN ('client_secret', 'private_key_jwt'))
);

-- CreateTable
CREATE TABLE "identity_request" (
    "state_hash" BYTEA NOT NULL,
    "verification_id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "provider_id" TEXT COLLATE "C" NOT NULL,
    "cookie_hash" BYTEA NOT NULL,
    "kept_sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "identity_request_pkey" PRIMARY KEY ("state_hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "identity_provider_tenant_id_slug_key" ON "identity_provider"("tenant_id", "slug");

-- CreateIndex
CREATE INDEX "identity_request_verification_id_idx" ON "identity_request"("verification_id");

-- CreateIndex
CREATE INDEX "identity_request_expires_at_idx" ON "identity_request"("expires_at");

-- AddForeignKey
ALTER TABLE "identity_provider" ADD CONSTRAINT "identity_provider_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity_request" ADD CONSTRAINT "identity_request_verification_id_fkey" FOREIGN KEY ("verification_id") REFERENCES "verification"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity_request" ADD CONSTRAINT "identity_request_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "identity_provider"("id") ON DELETE CASCADE ON UPDATE CASCADE;
