-- Written by hand: COLLATE "C", and NOT VALID: no row has a value yet, so none is read while starts wait. Both columns may be null, so processes of the version before go on.

-- AlterTable
ALTER TABLE "verification" ADD COLUMN     "appeal_of" TEXT COLLATE "C",
ADD COLUMN     "overturned_at" TIMESTAMPTZ(3);

-- AddForeignKey
ALTER TABLE "verification" ADD CONSTRAINT "verification_appeal_of_fkey" FOREIGN KEY ("appeal_of") REFERENCES "verification"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
