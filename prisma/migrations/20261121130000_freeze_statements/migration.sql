-- Written by `npm run migrate new`, then by hand: COLLATE "C" on ids, CHECKs, the first rows, the trigger. See docs/adr/0015.
-- AlterTable
ALTER TABLE "tenant" ADD COLUMN "statements_through" DATE;

-- CreateTable
CREATE TABLE "tenant_plan" (
    "id" BIGSERIAL NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "valid_from" TIMESTAMPTZ(3) NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL,
    "plan" "plan" NOT NULL,
    "overrides" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "tenant_plan_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "tenant_plan_recorded_check" CHECK ("recorded_at" >= "valid_from")
);

-- CreateTable
CREATE TABLE "price_list" (
    "id" BIGSERIAL NOT NULL,
    "valid_from" TIMESTAMPTZ(3) NOT NULL,
    "currency" TEXT NOT NULL,
    "plans" JSONB NOT NULL,

    CONSTRAINT "price_list_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "statement" (
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "month" DATE NOT NULL,
    "number" TEXT NOT NULL,
    "frozen_at" TIMESTAMPTZ(3) NOT NULL,
    "content" JSON NOT NULL,
    "csv" TEXT NOT NULL,

    CONSTRAINT "statement_pkey" PRIMARY KEY ("tenant_id","month"),
    -- A statement is made when its month is over.
    CONSTRAINT "statement_month_check" CHECK (extract(day FROM "month") = 1 AND "frozen_at" AT TIME ZONE 'UTC' >= "month" + interval '1 month')
);

-- CreateIndex
CREATE INDEX "tenant_plan_tenant_id_id_idx" ON "tenant_plan"("tenant_id", "id");

-- AddForeignKey
ALTER TABLE "tenant_plan" ADD CONSTRAINT "tenant_plan_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "statement" ADD CONSTRAINT "statement_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The history of tenants that exist already begins with the plan they have now. `recorded_at` tells which months
-- it is only assumed for: those that had ended by then.
INSERT INTO "tenant_plan" ("tenant_id", "valid_from", "recorded_at", "plan", "overrides")
    SELECT "id", "created_at", greatest(now(), "created_at"), "plan", "overrides" FROM "tenant" ORDER BY "id";

-- What must hold whatever the code does.
CREATE FUNCTION "refuse_statement_change"() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'a final statement is never changed (%, %)', OLD."tenant_id", OLD."month";
    END;
$$;

CREATE TRIGGER "statement_is_final" BEFORE UPDATE ON "statement"
    FOR EACH ROW EXECUTE FUNCTION "refuse_statement_change"();
