-- CreateTable
CREATE TABLE "verification_hour" (
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "mode" "mode" NOT NULL,
    "method" TEXT NOT NULL,
    "started" INTEGER NOT NULL,
    "opened" INTEGER NOT NULL,
    "tried" INTEGER NOT NULL,
    "approved" INTEGER NOT NULL,
    "rejected" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "expired" INTEGER NOT NULL,

    CONSTRAINT "verification_hour_pkey" PRIMARY KEY ("tenant_id","hour","mode","method")
);

-- AddForeignKey
ALTER TABLE "verification_hour" ADD CONSTRAINT "verification_hour_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
