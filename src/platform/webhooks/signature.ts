import { createHmac, randomBytes } from "node:crypto";
import type { SignatureHeaders } from "#core/webhooks/webhook.ts";

const SECRET_PREFIX = "whsec_";
const SECRET_BYTES = 32; // Standard Webhooks 1.0.0 asks for 24 to 64

/** A new webhook secret: `whsec_` and 32 random bytes in base64, 50 characters. */
export const newWebhookSecret = (random: (bytes: number) => Uint8Array = randomBytes): string =>
  SECRET_PREFIX + Buffer.from(random(SECRET_BYTES)).toString("base64");

/** The random bytes behind the prefix: Standard Webhooks' key. */
const secretBytes = (secret: string): Buffer => {
  const encoded = secret.slice(SECRET_PREFIX.length);
  const bytes = Buffer.from(encoded, "base64");
  // Decoding forgives strange characters; a receiver's library may read such a secret as another key.
  if (!secret.startsWith(SECRET_PREFIX) || bytes.length < 24 || bytes.toString("base64") !== encoded) {
    throw new RangeError("A webhook secret must be whsec_ and at least 24 bytes in base64.");
  }
  return bytes;
};

/**
 * The headers that prove where a webhook comes from, in two schemes over the same body bytes:
 * - `X-Service-Signature: t=…,v1=…`: hex HMAC-SHA-256 of `t.body`. The key is the secret's whole text in UTF-8,
 *   prefix included, as in Stripe's scheme, so that receivers need no decoding.
 * - `webhook-id`, `-timestamp`, `-signature` (Standard Webhooks 1.0.0): base64 HMAC-SHA-256 of `id.timestamp.body`.
 *   The key is the bytes that the base64 after `whsec_` stands for.
 * Every secret adds one signature to each, in the order given.
 * @param input.timestampSeconds Unix time of this attempt, whole seconds
 * @param input.body exactly what is sent
 * @throws RangeError without a secret, with a malformed one, or with a time that is not a whole second
 */
export const signatureHeaders = (input: {
  id: string;
  timestampSeconds: number;
  body: string | Uint8Array;
  secrets: readonly string[];
}): SignatureHeaders => {
  const { id, timestampSeconds, body, secrets } = input;
  if (secrets.length === 0) throw new RangeError("A webhook cannot be signed without a secret.");
  if (!Number.isSafeInteger(timestampSeconds) || timestampSeconds < 0) {
    throw new RangeError("The time of a signature must be a whole Unix second.");
  }
  const ours = secrets.map((secret) =>
    createHmac("sha256", secret).update(`${timestampSeconds}.`).update(body).digest("hex"),
  );
  const standard = secrets.map((secret) =>
    createHmac("sha256", secretBytes(secret))
      .update(`${id}.${timestampSeconds}.`)
      .update(body)
      .digest("base64"),
  );
  return {
    "X-Service-Signature": [`t=${timestampSeconds}`, ...ours.map((hex) => `v1=${hex}`)].join(","),
    "webhook-id": id,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": standard.map((base64) => `v1,${base64}`).join(" "),
  };
};
