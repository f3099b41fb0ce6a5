-- Written by `npm run migrate new`, then by hand: COLLATE "C", the CHECK.

-- CreateTable
CREATE TABLE "admin_key" (
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "last_four" TEXT NOT NULL,
    "made_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "admin_key_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "admin_key_scope_check" CHECK ("scope" IN ('metrics', 'read', 'all'))
);

-- CreateIndex
CREATE UNIQUE INDEX "admin_key_hash_key" ON "admin_key"("hash");
