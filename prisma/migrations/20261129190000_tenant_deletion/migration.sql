-- Written by hand. Statements outlive their tenant, and a tenant that is being deleted cannot be opened again.
CREATE TABLE "tenant_deletion" (
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "verifications" INTEGER NOT NULL DEFAULT 0,
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "tenant_deletion_pkey" PRIMARY KEY ("tenant_id")
);

-- Unlike a Prisma index: of those that the worker is at.
CREATE INDEX "tenant_deletion_open_idx" ON "tenant_deletion"("asked_at") WHERE "done_at" IS NULL;

-- The last month of a deleted tenant is frozen before its end. Rows that met the stricter rule meet this one: none is read.
ALTER TABLE "statement" DROP CONSTRAINT "statement_tenant_id_fkey",
    DROP CONSTRAINT "statement_month_check",
    ADD CONSTRAINT "statement_month_check" CHECK (extract(day FROM "month") = 1 AND "frozen_at" AT TIME ZONE 'UTC' >= "month") NOT VALID;

-- What must hold whatever the code does, and whichever version of it runs.
CREATE FUNCTION "refuse_opening_deleted_tenant"() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF EXISTS (SELECT FROM "tenant_deletion" WHERE "tenant_id" = NEW."id") THEN
            RAISE EXCEPTION 'tenant % is being deleted', NEW."id";
        END IF;
        RETURN NEW;
    END;
$$;

CREATE TRIGGER "tenant_stays_closed" BEFORE UPDATE ON "tenant"
    FOR EACH ROW WHEN (NEW."is_active" AND NOT OLD."is_active") EXECUTE FUNCTION "refuse_opening_deleted_tenant"();
