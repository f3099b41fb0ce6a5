-- Written by hand: COLLATE "C" on ids, and the trigger. Processes of the version before read and write tenants as they did.

-- AlterTable
ALTER TABLE "tenant"
    ADD COLUMN "practice_published" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "numbers_published" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "practice_contact" TEXT,
    ADD COLUMN "complaint_url" TEXT;

-- CreateTable
CREATE TABLE "practice_statement" (
    "id" TEXT COLLATE "C" NOT NULL,
    "scope" TEXT COLLATE "C" NOT NULL,
    "number" INTEGER NOT NULL,
    "tenant_id" TEXT COLLATE "C",
    "hash" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "jws" TEXT NOT NULL,
    "basis" TEXT NOT NULL,
    "basis_from" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "practice_statement_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "practice_statement_scope_number_key" ON "practice_statement"("scope", "number");
CREATE INDEX "practice_statement_tenant_id_idx" ON "practice_statement"("tenant_id");
ALTER TABLE "practice_statement" ADD CONSTRAINT "practice_statement_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "practice_key" (
    "id" TEXT COLLATE "C" NOT NULL,
    "number" INTEGER NOT NULL,
    "key_sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "practice_key_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "practice_key_number_key" ON "practice_key"("number");

-- A version that was shown stays as it was shown.
CREATE FUNCTION "refuse_practice_statement_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a practice statement is never changed';
END;
$$;
CREATE TRIGGER "practice_statement_is_final" BEFORE UPDATE ON "practice_statement"
    FOR EACH ROW EXECUTE FUNCTION "refuse_practice_statement_change"();
