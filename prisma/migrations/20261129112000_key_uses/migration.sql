-- CreateTable
CREATE TABLE "key_hour" (
    "key_id" TEXT COLLATE "C" NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "uses" INTEGER NOT NULL,
    "errors" INTEGER NOT NULL,
    "last_error_at" TIMESTAMPTZ(3),
    "last_error_code" TEXT,

    CONSTRAINT "key_hour_pkey" PRIMARY KEY ("key_id", "hour")
);

-- CreateIndex
CREATE INDEX "key_hour_tenant_id_hour_idx" ON "key_hour"("tenant_id", "hour");

-- CreateIndex
CREATE INDEX "key_hour_hour_idx" ON "key_hour"("hour");

-- AddForeignKey
ALTER TABLE "key_hour" ADD CONSTRAINT "key_hour_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_key"("id") ON DELETE CASCADE ON UPDATE CASCADE;
