-- Written by hand: COLLATE "C" on ids.

-- CreateTable
CREATE TABLE "worker_life" (
    "id" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL DEFAULT 'worker',
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "version" TEXT COLLATE "C" NOT NULL,
    "host_hash" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "worker_life_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "worker_life_kind_seen_at_idx" ON "worker_life"("kind", "seen_at");
