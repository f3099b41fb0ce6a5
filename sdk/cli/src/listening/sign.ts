import { createHmac, randomBytes } from "node:crypto";

/** A secret as the service makes them: `whsec_` and 32 random bytes in base64. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

/** Whether both schemes can sign with it. */
export const isSecret = (text: string): boolean => /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(text);

/**
 * The headers of a webhook of the service, signed now: `X-Service-Signature` (docs/webhooks.md) and Standard Webhooks
 * 1.0.0, over the same bytes.
 */
export function signedHeaders(
  secret: string,
  event: { eventId: string; verificationId: string; mode: string; body: string },
  now: Date,
): Record<string, string> {
  const seconds = Math.floor(now.getTime() / 1000);
  const { eventId, verificationId, mode, body } = event;
  const ours = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const standard = createHmac("sha256", key).update(`${eventId}.${seconds}.${body}`).digest("base64");
  return {
    "Content-Type": "application/json",
    "User-Agent": "Lintel-Webhooks/1",
    "X-Event-Id": eventId,
    "X-Verification-Id": verificationId,
    "X-Delivery-Attempt": "1",
    "X-Verification-Mode": mode,
    "X-Service-Signature": `t=${seconds},v1=${ours}`,
    "webhook-id": eventId,
    "webhook-timestamp": String(seconds),
    "webhook-signature": `v1,${standard}`,
  };
}
