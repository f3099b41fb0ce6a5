-- Written by hand: COLLATE "C", the partial index. Both columns may be null, so processes of the version before go on.

-- AlterTable
ALTER TABLE "verification" ADD COLUMN     "appeal_of" TEXT COLLATE "C",
ADD COLUMN     "overturned_at" TIMESTAMPTZ(3);

-- One appeal of each verification, whatever the code does. Partial, so that the start of a verification, which is never an
-- appeal, does not write to it.
CREATE UNIQUE INDEX "verification_appeal_of_key" ON "verification"("appeal_of") WHERE "appeal_of" IS NOT NULL;

-- AddForeignKey
ALTER TABLE "verification" ADD CONSTRAINT "verification_appeal_of_fkey" FOREIGN KEY ("appeal_of") REFERENCES "verification"("id") ON DELETE CASCADE ON UPDATE CASCADE;
