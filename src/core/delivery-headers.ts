/** Two schemes over the same bytes: see platform/webhooks/signature.ts. */
export type SignatureHeaders = {
  "X-Service-Signature": string;
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
};

/** The headers that every webhook is sent with: a real one, a sample, and what the console shows of them. */
export const deliveryHeaders = (sent: {
  eventId: string;
  verificationId: string;
  /** A number; the console, which shows no one attempt, says it in words. */
  attempt: string;
  /** "live" or "test". */
  mode: string;
  signature: SignatureHeaders;
}): Readonly<Record<string, string>> => ({
  "Content-Type": "application/json",
  "User-Agent": "Lintel-Webhooks/1",
  "X-Event-Id": sent.eventId,
  "X-Verification-Id": sent.verificationId,
  "X-Delivery-Attempt": sent.attempt,
  "X-Verification-Mode": sent.mode,
  ...sent.signature,
});
