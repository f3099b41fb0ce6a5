-- Written by `npm run migrate new`, then by hand: COLLATE "C" on ids, the CHECKs. Constraints of the large table are checked
-- for its old rows by a later migration, which holds nobody up.

-- CreateTable
CREATE TABLE "listener" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "mode" "mode" NOT NULL,
    "name" TEXT NOT NULL,
    "metadata_key" TEXT,
    "metadata_value" TEXT,
    "events" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "secret_sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "listener_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "listener_filter_check" CHECK (("metadata_key" IS NULL) = ("metadata_value" IS NULL)),
    CONSTRAINT "listener_secret_check" CHECK ("ended_at" IS NULL OR "secret_sealed" = '')
);

-- CreateIndex
CREATE INDEX "listener_tenant_id_idx" ON "listener"("tenant_id");

-- By hand: the few that are open are found by the longest unseen, and those that have ended by their end.
CREATE INDEX "listener_seen_at_idx" ON "listener"("seen_at") WHERE "ended_at" IS NULL;
CREATE INDEX "listener_ended_at_idx" ON "listener"("ended_at") WHERE "ended_at" IS NOT NULL;

-- AddForeignKey
ALTER TABLE "listener" ADD CONSTRAINT "listener_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "api_key" ADD COLUMN "may_listen" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "verification" ADD COLUMN "listener_id" TEXT COLLATE "C";
ALTER TABLE "webhook_delivery" ADD COLUMN "listener_id" TEXT COLLATE "C", ALTER COLUMN "endpoint_id" DROP NOT NULL;

-- By hand
ALTER TABLE "webhook_delivery" DROP CONSTRAINT "webhook_delivery_ended_check";
ALTER TABLE "webhook_delivery"
    ADD CONSTRAINT "webhook_delivery_ended_check" CHECK (("status" IN ('pending', 'held')) = ("ended_at" IS NULL)) NOT VALID,
    ADD CONSTRAINT "webhook_delivery_target_check" CHECK (num_nonnulls("endpoint_id", "listener_id") = 1) NOT VALID,
    ADD CONSTRAINT "webhook_delivery_held_check" CHECK (CASE "status" WHEN 'pending' THEN "endpoint_id" IS NOT NULL
      WHEN 'held' THEN "listener_id" IS NOT NULL ELSE TRUE END) NOT VALID;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_listener_id_fkey" FOREIGN KEY ("listener_id") REFERENCES "listener"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
