-- Written by hand. Usage that is reported to Stripe's meters: docs/exports.md.

-- CreateTable
CREATE TABLE "stripe_customer" (
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "customer_id" TEXT COLLATE "C" NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "closed_through" TIMESTAMPTZ(3),

    CONSTRAINT "stripe_customer_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "meter_event" (
    "identifier" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "customer_id" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "month" DATE NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "value" INTEGER NOT NULL,
    "status" TEXT COLLATE "C" NOT NULL DEFAULT 'pending',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "unsure_since" TIMESTAMPTZ(3),
    "last_code" TEXT COLLATE "C",
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "meter_event_pkey" PRIMARY KEY ("identifier"),
    CONSTRAINT "meter_event_kind_check" CHECK ("kind" IN ('checks', 'reused')),
    CONSTRAINT "meter_event_status_check" CHECK ("status" IN ('pending', 'sent', 'stopped'))
);

CREATE INDEX "meter_event_due_idx" ON "meter_event"("next_at") WHERE "status" = 'pending';
CREATE INDEX "meter_event_tenant_id_month_idx" ON "meter_event"("tenant_id", "month");

-- AddForeignKey
ALTER TABLE "stripe_customer" ADD CONSTRAINT "stripe_customer_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
