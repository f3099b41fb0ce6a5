-- Written by hand: COLLATE "C" on ids, CHECKs, the trigger. No tenant has a policy yet, so nothing changes. See docs/adr/0030.

-- CreateTable
CREATE TABLE "policy_version" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "number" INTEGER NOT NULL,
    "content" JSONB NOT NULL,
    "note" TEXT,
    "pack_ids" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "accepted_warnings" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "published_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "policy_version_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "policy_version_number_check" CHECK ("number" > 0)
);

-- CreateTable
CREATE TABLE "subject_use" (
    "verification_id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "hash" BYTEA NOT NULL,
    "closed_methods" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "subject_use_pkey" PRIMARY KEY ("verification_id")
);

-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "policy_id" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "verification" ADD COLUMN     "policy_id" TEXT COLLATE "C",
ADD COLUMN     "policy_place" TEXT,
ADD COLUMN     "others_asked_at" TIMESTAMPTZ(3),
ADD COLUMN     "closed_methods" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateIndex
CREATE UNIQUE INDEX "policy_version_tenant_id_number_key" ON "policy_version"("tenant_id", "number");

-- CreateIndex
CREATE INDEX "subject_use_tenant_id_hash_idx" ON "subject_use"("tenant_id", "hash");

-- CreateIndex
CREATE INDEX "subject_use_expires_at_idx" ON "subject_use"("expires_at");

-- AddForeignKey
ALTER TABLE "policy_version" ADD CONSTRAINT "policy_version_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tenant" ADD CONSTRAINT "tenant_policy_id_fkey" FOREIGN KEY ("policy_id") REFERENCES "policy_version"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subject_use" ADD CONSTRAINT "subject_use_verification_id_fkey" FOREIGN KEY ("verification_id") REFERENCES "verification"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subject_use" ADD CONSTRAINT "subject_use_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What must hold whatever the code does: a verification that runs keeps the rules that it began with.
CREATE FUNCTION "refuse_policy_change"() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'a published policy is never changed (%, %)', OLD."tenant_id", OLD."number";
    END;
$$;

CREATE TRIGGER "policy_version_is_final" BEFORE UPDATE ON "policy_version"
    FOR EACH ROW EXECUTE FUNCTION "refuse_policy_change"();
