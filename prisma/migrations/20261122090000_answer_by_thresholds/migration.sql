-- CreateEnum
CREATE TYPE "disclosure" AS ENUM ('age', 'thresholds');

-- Constant defaults: no row is rewritten, and rows of before answer as before.
ALTER TABLE "tenant" ADD COLUMN     "disclosure" "disclosure" NOT NULL DEFAULT 'age';

ALTER TABLE "verification" ADD COLUMN     "thresholds" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
ADD COLUMN     "disclosure" "disclosure" NOT NULL DEFAULT 'age',
ADD COLUMN     "age_at_least" INTEGER,
ADD COLUMN     "age_below" INTEGER;

ALTER TABLE "token" ADD COLUMN     "thresholds" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
ADD COLUMN     "age_at_least" INTEGER,
ADD COLUMN     "age_below" INTEGER;

ALTER TABLE "wallet_transaction" ADD COLUMN     "age_at_least" INTEGER,
ADD COLUMN     "age_below" INTEGER;

-- Written by hand: where thresholds are disclosed there is no age, whatever the application does, and with thresholds a
-- rejected person's age is not kept either. NOT VALID checks every write; the rows of before hold by their defaults, and
-- reading all of them would lock the table.
ALTER TABLE "verification" ADD CONSTRAINT "verification_discloses_no_age"
    CHECK ("verified_age" IS NULL OR ("disclosure" = 'age' AND ("thresholds" = '{}' OR "verified"))) NOT VALID;
