-- Written by hand. Any delivery can be sent again by hand, one that was delivered too. When that was last asked for is
-- compared with the time of the count that a member confirmed: whoever asks for the same again changes nothing.
ALTER TABLE "webhook_delivery" ADD COLUMN "resent_at" TIMESTAMPTZ(3);
