-- Written by hand: COLLATE "C", and two rules that Prisma cannot say: a proven host that is on belongs to one tenant, and a
-- tenant has one primary host.

-- CreateTable
CREATE TABLE "tenant_host" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "host" TEXT COLLATE "C" NOT NULL,
    "txt_token" TEXT COLLATE "C" NOT NULL,
    "is_primary" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "verified_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),
    "last_answer" TEXT COLLATE "C",
    "missing_since" TIMESTAMPTZ(3),
    "off_at" TIMESTAMPTZ(3),
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "tenant_host_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "tenant_host_tenant_id_host_key" ON "tenant_host"("tenant_id", "host");

-- CreateIndex
CREATE INDEX "tenant_host_host_idx" ON "tenant_host"("host");

-- CreateIndex
CREATE INDEX "tenant_host_checked_at_idx" ON "tenant_host"("checked_at");

-- A claim blocks nobody; the first proof does.
CREATE UNIQUE INDEX "tenant_host_owner_key" ON "tenant_host"("host") WHERE "verified_at" IS NOT NULL AND "off_at" IS NULL;

CREATE UNIQUE INDEX "tenant_host_primary_key" ON "tenant_host"("tenant_id") WHERE "is_primary";

-- AddForeignKey
ALTER TABLE "tenant_host" ADD CONSTRAINT "tenant_host_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
