-- What a start can say from now on. All of it at once: each ALTER TABLE locks the table for an instant. No row is rewritten.
ALTER TABLE "verification" ADD COLUMN "reference" TEXT COLLATE "C",
ADD COLUMN "holds_reference" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "cancel_url" TEXT,
ADD COLUMN "notification_url" TEXT;

-- Off for every tenant that there is.
ALTER TABLE "tenant" ADD COLUMN "unique_references" BOOLEAN NOT NULL DEFAULT false;
