-- Written by hand, and only data: verifications that were erased before say no more than those that are erased from now on.
-- What named a check, while its deliveries still lead to it.
UPDATE "audit_entry" SET "target" = 'erased', "changes" = '{}'
  FROM "webhook_delivery" JOIN "event" ON "event"."id" = "webhook_delivery"."event_id"
    JOIN "verification" ON "verification"."id" = "event"."verification_id"
  WHERE "audit_entry"."target" = "webhook_delivery"."id" AND "verification"."redacted_at" IS NOT NULL;
UPDATE "audit_entry" SET "target" = 'erased', "changes" = '{}'
  FROM "verification"
  WHERE "audit_entry"."action" = 'token.revoke' AND "audit_entry"."changes" ->> 'verificationId' = "verification"."id"
    AND "verification"."redacted_at" IS NOT NULL;

-- An appeal's event has the request id of what it appeals, so it is a second one of that.
DELETE FROM "event" USING "verification"
  WHERE "verification"."id" = "event"."verification_id" AND "verification"."redacted_at" IS NOT NULL
    AND ("event"."type" <> 'verification.redacted' OR "verification"."appeal_of" IS NOT NULL);
UPDATE "webhook_attempt" SET "response" = NULL
  FROM "webhook_delivery" JOIN "event" ON "event"."id" = "webhook_delivery"."event_id"
  WHERE "webhook_attempt"."delivery_id" = "webhook_delivery"."id" AND "event"."type" = 'verification.redacted';
DELETE FROM "voucher" WHERE "used_at" IS NOT NULL AND "verification_id" IS NULL;
UPDATE "verification" SET
    "request_id" = CASE WHEN "appeal_of" IS NULL THEN "request_id"
      ELSE 'req_' || substr("id", 5, 10) || substr(md5(random()::text || "secret_hash"::text), 1, 16) END,
    "appeal_of" = NULL, "max_attempts" = 1, "expires_at" = "created_at" + interval '1 day'
  WHERE "redacted_at" IS NOT NULL;
