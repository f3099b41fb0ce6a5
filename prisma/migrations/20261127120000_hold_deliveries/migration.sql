-- A delivery that waits for a listener to take it. The queue's indexes hold pending ones alone, so these cost the workers
-- nothing. By itself: a value can be used only after the transaction that adds it.
ALTER TYPE "delivery_status" ADD VALUE 'held';
