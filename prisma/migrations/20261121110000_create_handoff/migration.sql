-- Written by `npm run migrate new`, then by hand: COLLATE "C" on ids, one CHECK. See docs/adr/0003 and 0011.
-- CreateTable
CREATE TABLE "handoff" (
    "id" TEXT COLLATE "C" NOT NULL,
    "verification_id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "phone_secret_hash" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "opened_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "handoff_pkey" PRIMARY KEY ("id"),
    -- Exactly the phone that opened it has a page of its own.
    CONSTRAINT "handoff_opened_by_a_phone" CHECK (("opened_at" IS NULL) = ("phone_secret_hash" IS NULL))
);

-- CreateIndex
CREATE UNIQUE INDEX "handoff_code_hash_key" ON "handoff"("code_hash");

-- CreateIndex
CREATE UNIQUE INDEX "handoff_phone_secret_hash_key" ON "handoff"("phone_secret_hash");

-- CreateIndex
CREATE INDEX "handoff_verification_id_idx" ON "handoff"("verification_id");

-- CreateIndex
CREATE INDEX "handoff_expires_at_idx" ON "handoff"("expires_at");

-- AddForeignKey
ALTER TABLE "handoff" ADD CONSTRAINT "handoff_verification_id_fkey" FOREIGN KEY ("verification_id") REFERENCES "verification"("id") ON DELETE CASCADE ON UPDATE CASCADE;
