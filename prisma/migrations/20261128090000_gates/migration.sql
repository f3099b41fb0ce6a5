-- Written by hand: COLLATE "C" on ids, and one gate for each age before a host (two would overwrite each other's cookie).

-- CreateTable
CREATE TABLE "gate" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "mode" "mode" NOT NULL,
    "name" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "minimum_age" INTEGER,
    "country" TEXT,
    "region" TEXT,
    "lifetime_seconds" INTEGER NOT NULL,
    "open_paths" TEXT[],
    "secret_sealed" TEXT NOT NULL,
    "previous_secret_sealed" TEXT,
    "previous_secret_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "gate_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "gate_day" (
    "gate_id" TEXT COLLATE "C" NOT NULL,
    "day" DATE NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "passes" BIGINT NOT NULL DEFAULT 0,
    "refusals" BIGINT NOT NULL DEFAULT 0,
    "starts" BIGINT NOT NULL DEFAULT 0,
    "approvals" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "gate_day_pkey" PRIMARY KEY ("gate_id","day")
);

-- CreateIndex
CREATE INDEX "gate_tenant_id_id_idx" ON "gate"("tenant_id", "id");

-- Unlike a Prisma index: a gate without an age of its own counts as age 0.
CREATE UNIQUE INDEX "gate_site_key" ON "gate"("tenant_id", "mode", "origin", (coalesce("minimum_age", 0)));

-- CreateIndex
CREATE INDEX "gate_day_tenant_id_idx" ON "gate_day"("tenant_id");

-- AddForeignKey
ALTER TABLE "gate" ADD CONSTRAINT "gate_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gate_day" ADD CONSTRAINT "gate_day_gate_id_fkey" FOREIGN KEY ("gate_id") REFERENCES "gate"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gate_day" ADD CONSTRAINT "gate_day_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
