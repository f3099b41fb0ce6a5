-- Written by hand: COLLATE "C" on ids, and one open visit for each operator in a tenant.

-- AlterTable
ALTER TABLE "member" ADD COLUMN "operator_claims" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "tenant_plan_change" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "valid_from" TIMESTAMPTZ(3) NOT NULL,
    "plan" "plan" NOT NULL,
    "overrides" JSONB NOT NULL DEFAULT '{}',
    "made_by" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tenant_plan_change_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "plan_prices" (
    "id" TEXT COLLATE "C" NOT NULL,
    "valid_from" TIMESTAMPTZ(3) NOT NULL,
    "prices" JSONB NOT NULL,
    "made_by" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "plan_prices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "operator_visit" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "member_id" TEXT COLLATE "C" NOT NULL,
    "reason" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "hours" INTEGER NOT NULL,
    "granted_by" TEXT COLLATE "C",
    "granted_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "ended_by" TEXT COLLATE "C",

    CONSTRAINT "operator_visit_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "operator_visit_hours_check" CHECK ("hours" BETWEEN 1 AND 72)
);

-- CreateTable
CREATE TABLE "operator_visit_page" (
    "visit_id" TEXT COLLATE "C" NOT NULL,
    "page" TEXT COLLATE "C" NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "operator_visit_page_pkey" PRIMARY KEY ("visit_id","page","hour")
);

-- CreateIndex
CREATE UNIQUE INDEX "tenant_plan_change_tenant_id_valid_from_key" ON "tenant_plan_change"("tenant_id", "valid_from");

-- CreateIndex
CREATE INDEX "tenant_plan_change_valid_from_idx" ON "tenant_plan_change"("valid_from");

-- CreateIndex
CREATE UNIQUE INDEX "plan_prices_valid_from_key" ON "plan_prices"("valid_from");

-- CreateIndex
CREATE INDEX "operator_visit_tenant_id_id_idx" ON "operator_visit"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "operator_visit_member_id_id_idx" ON "operator_visit"("member_id", "id");

-- CreateIndex
CREATE INDEX "operator_visit_expires_at_idx" ON "operator_visit"("expires_at");

-- AddForeignKey
ALTER TABLE "tenant_plan_change" ADD CONSTRAINT "tenant_plan_change_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "operator_visit" ADD CONSTRAINT "operator_visit_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "operator_visit" ADD CONSTRAINT "operator_visit_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "operator_visit_page" ADD CONSTRAINT "operator_visit_page_visit_id_fkey" FOREIGN KEY ("visit_id") REFERENCES "operator_visit"("id") ON DELETE CASCADE ON UPDATE CASCADE;
