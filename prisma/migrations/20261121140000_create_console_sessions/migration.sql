-- Written by `npm run migrate new`, then by hand: COLLATE "C" on ids, CHECKs. See docs/adr/0003.

-- CreateTable
CREATE TABLE "console_session" (
    "id" TEXT COLLATE "C" NOT NULL,
    "member_id" TEXT COLLATE "C" NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "client" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "grant_sealed" TEXT,
    "renewed_at" TIMESTAMPTZ(3) NOT NULL,
    "bearer_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_id" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "console_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "console_bearer" (
    "hash" BYTEA NOT NULL,
    "session_id" TEXT COLLATE "C" NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "console_bearer_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "console_session_secret_hash_key" ON "console_session"("secret_hash");

-- CreateIndex
CREATE INDEX "console_session_member_id_idx" ON "console_session"("member_id");

-- CreateIndex
CREATE INDEX "console_session_expires_at_idx" ON "console_session"("expires_at");

-- CreateIndex
CREATE INDEX "console_bearer_session_id_idx" ON "console_bearer"("session_id");

-- CreateIndex
CREATE INDEX "console_bearer_expires_at_idx" ON "console_bearer"("expires_at");

-- AddForeignKey
ALTER TABLE "console_session" ADD CONSTRAINT "console_session_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "console_bearer" ADD CONSTRAINT "console_bearer_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "console_session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What must hold whatever the code does.
ALTER TABLE "console_session"
    -- The provider's tokens live as long as the session, and not a moment longer.
    ADD CONSTRAINT "console_session_grant_check" CHECK (("grant_sealed" IS NULL) = ("ended_at" IS NOT NULL)),
    ADD CONSTRAINT "console_session_lease_check" CHECK (("lease_id" IS NULL) = ("lease_until" IS NULL)),
    ADD CONSTRAINT "console_session_times_check" CHECK ("created_at" <= "expires_at" AND "expires_at" <= "ends_at");
