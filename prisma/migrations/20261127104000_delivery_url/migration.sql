-- Where a delivery goes in place of its endpoint's address: the notification_url of its verification.
ALTER TABLE "webhook_delivery" ADD COLUMN "url" TEXT;
