-- Written by hand: COLLATE "C" on ids, and one open alert for each case, so that two workers raise it once.

-- CreateTable
CREATE TABLE "alert" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C",
    "rule" TEXT COLLATE "C" NOT NULL,
    "subject" TEXT COLLATE "C" NOT NULL,
    "detail" JSONB NOT NULL,
    "raised_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "alert_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_message" (
    "id" TEXT COLLATE "C" NOT NULL,
    "alert_id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C",
    "channel" TEXT COLLATE "C" NOT NULL,
    "recipient" TEXT COLLATE "C" NOT NULL,
    "is_resolved" BOOLEAN NOT NULL,
    "status" TEXT COLLATE "C" NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "last_code" TEXT COLLATE "C",
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_channel" (
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "slack_sealed" TEXT,
    "rules_off" TEXT[] NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_channel_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "alert_preference" (
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "member_id" TEXT COLLATE "C" NOT NULL,
    "mails" BOOLEAN NOT NULL,
    "rules_off" TEXT[] NOT NULL,
    "quiet_from" INTEGER,
    "quiet_to" INTEGER,
    "zone" TEXT COLLATE "C" NOT NULL,
    "urgent_passes" BOOLEAN NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_preference_pkey" PRIMARY KEY ("tenant_id", "member_id")
);

CREATE UNIQUE INDEX "alert_open_key" ON "alert"((coalesce("tenant_id", '')), "rule", "subject") WHERE "resolved_at" IS NULL;
CREATE INDEX "alert_open_rule_idx" ON "alert"("rule", "subject") WHERE "resolved_at" IS NULL;
CREATE INDEX "alert_resolved_at_idx" ON "alert"("resolved_at");
CREATE INDEX "alert_tenant_id_id_idx" ON "alert"("tenant_id", "id");
CREATE UNIQUE INDEX "alert_message_once_key" ON "alert_message"("alert_id", "channel", "recipient", "is_resolved");
CREATE INDEX "alert_message_due_idx" ON "alert_message"("channel", "next_at") WHERE "status" IN ('pending', 'held');
CREATE INDEX "alert_message_tenant_id_idx" ON "alert_message"("tenant_id");
CREATE INDEX "alert_preference_member_id_idx" ON "alert_preference"("member_id");

ALTER TABLE "alert" ADD CONSTRAINT "alert_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "alert_message" ADD CONSTRAINT "alert_message_alert_id_fkey" FOREIGN KEY ("alert_id") REFERENCES "alert"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "alert_channel" ADD CONSTRAINT "alert_channel_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
-- Of a membership: it goes with it.
ALTER TABLE "alert_preference" ADD CONSTRAINT "alert_preference_tenant_id_member_id_fkey" FOREIGN KEY ("tenant_id", "member_id") REFERENCES "membership"("tenant_id", "member_id") ON DELETE CASCADE ON UPDATE CASCADE;
