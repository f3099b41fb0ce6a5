-- Written by hand: COLLATE "C" on ids.

-- CreateTable
CREATE TABLE "device_login" (
    "device_code_hash" BYTEA NOT NULL,
    "user_code_hash" BYTEA NOT NULL,
    "host_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "interval_seconds" INTEGER NOT NULL,
    "poll_after" TIMESTAMPTZ(3) NOT NULL,
    "is_denied" BOOLEAN NOT NULL DEFAULT false,
    "tenant_id" TEXT COLLATE "C",
    "member_id" TEXT COLLATE "C",

    CONSTRAINT "device_login_pkey" PRIMARY KEY ("device_code_hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "device_login_user_code_hash_key" ON "device_login"("user_code_hash");

-- CreateIndex
CREATE INDEX "device_login_expires_at_idx" ON "device_login"("expires_at");

-- CreateIndex
CREATE INDEX "device_login_member_id_idx" ON "device_login"("member_id");

-- CreateIndex
CREATE INDEX "device_login_tenant_id_idx" ON "device_login"("tenant_id");

-- AddForeignKey
ALTER TABLE "device_login" ADD CONSTRAINT "device_login_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "device_login" ADD CONSTRAINT "device_login_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;
